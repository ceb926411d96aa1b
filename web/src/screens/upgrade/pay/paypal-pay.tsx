import { useTranslations } from '../../../hooks/use-translations.ts';
import type { MethodProps } from './pay-form.tsx';
import { PayPalButtons } from './paypal-buttons.tsx';

/** Pays by PayPal's buttons. */
export function PayPalPay({ order, onBefore, onConfirmed, onError }: MethodProps) {
  const { t } = useTranslations('pay');
  return (
    <PayPalButtons
      aim={{ order: order.token ?? '' }}
      currency={order.currency}
      onBefore={onBefore}
      onApprove={onConfirmed}
      onError={(message) => onError(message ?? t('failed.text'))}
    />
  );
}
