import type { Order } from '@diorama/shared/contract/billing.ts';
import { formatMoney } from '@diorama/shared/i18n/format.ts';
import { useApi } from '../../../api/provider.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { Form } from '../../../components/field/form.tsx';
import { useErrorText } from '../../../hooks/use-error-text.ts';
import { usePaymentTranslations } from '../../../hooks/use-payment-translations.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { REFUSED, refusalOf } from './discount-refusal.ts';
import classes from './pay.module.css';

/** Pays with a saved card or wallet: a separate order, which is charged at once. */
export function SavedPay({
  order,
  discount,
  sourceId,
  onBefore,
  onConfirmed,
  onError,
}: {
  order: Order;
  discount: string | null;
  sourceId: string;
  onBefore: () => Promise<boolean>;
  onConfirmed: (charged: Order) => void;
  onError: (message: string) => void;
}) {
  const { t, language } = usePaymentTranslations();
  const { client } = useApi();
  const errorText = useErrorText();
  const idOf = (iri: string) => iri.split('/').at(-1) ?? '';
  const { isBusy, submit } = useSubmit(
    async () => {
      if (!(await onBefore())) {
        return;
      }
      const account = idOf(order.account);
      const planPrice = idOf(order.planPrice);
      onConfirmed(
        await client.call('createOrder', { body: { account, planPrice, discount, paymentSource: sourceId } }),
      );
    },
    (error) => {
      const refusal = refusalOf(error);
      onError(refusal === null ? errorText(error) : t(REFUSED[refusal]));
    },
  );
  return (
    <Form className={classes.card} onSubmit={submit}>
      <NetworkButton type="submit" variant="primary" size="large" isWide isLoading={isBusy}>
        {t('pay', { price: formatMoney(language, order.totalAmount, order.currency) })}
      </NetworkButton>
    </Form>
  );
}
