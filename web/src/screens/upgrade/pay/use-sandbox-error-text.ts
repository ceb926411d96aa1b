import type { PayMessages } from '@diorama/shared/i18n/pay.en.ts';
import { usePaymentTranslations } from '../../../hooks/use-payment-translations.ts';

type Known = Extract<keyof PayMessages, `error.${string}`>;

const KNOWN: ReadonlySet<string> = new Set<Known>([
  'error.card_declined',
  'error.insufficient_funds',
  'error.authentication_failed',
  'error.expired_card',
  'error.payment_closed',
]);

function isKnown(key: string): key is Known {
  return KNOWN.has(key);
}

/** Translates the sandbox's errors into the language of the page. */
export function useSandboxErrorText(): (error: { code: string; message: string }) => string {
  const { t } = usePaymentTranslations();
  return ({ code, message }) => {
    const key = `error.${code}`;
    return isKnown(key) ? t(key) : message;
  };
}
