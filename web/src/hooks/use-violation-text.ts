import type { Violation } from '@diorama/shared/contract/errors.ts';
import type { AccountMessages } from '@diorama/shared/i18n/account.en.ts';
import { useAccountTranslations } from './use-account-translations.ts';

type Known = Extract<keyof AccountMessages, `violation.${string}`>;

const KNOWN: ReadonlySet<string> = new Set<Known>([
  'violation.user.password.common',
  'violation.user.password.wrong',
  'violation.user.timezone.unknown',
  'violation.asset.unusable',
]);

function isKnown(key: string): key is Known {
  return KNOWN.has(key);
}

/** Translates a field error into the language of the page; unknown codes use the server's message. */
export function useViolationText(): (violation: Violation) => string {
  const { t } = useAccountTranslations();
  return ({ code, message }) => {
    const key = `violation.${code}`;
    return isKnown(key) ? t(key) : message;
  };
}
