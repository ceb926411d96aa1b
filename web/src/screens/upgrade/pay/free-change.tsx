import type { Order } from '@diorama/shared/contract/billing.ts';
import { useState } from 'react';
import { useApi } from '../../../api/provider.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { useErrorText } from '../../../hooks/use-error-text.ts';
import { usePaymentTranslations } from '../../../hooks/use-payment-translations.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { CancelLink } from '../cancel-link.tsx';
import { REFUSED, refusalOf } from './discount-refusal.ts';
import classes from './pay.module.css';
import { PaymentError } from './payment-error.tsx';

/** Orders a change without a charge, which is effective at once and therefore needs a press. */
export function FreeChange({
  account,
  planPrice,
  discount,
  onConfirmed,
}: {
  account: string;
  planPrice: string;
  discount: string | null;
  onConfirmed: (order: Order) => void;
}) {
  const { t } = usePaymentTranslations();
  const { client } = useApi();
  const errorText = useErrorText();
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, submit } = useSubmit(
    async () => onConfirmed(await client.call('createOrder', { body: { account, planPrice, discount } })),
    (error) => {
      const refusal = refusalOf(error);
      setProblem(refusal === null ? errorText(error) : t(REFUSED[refusal]));
    },
  );
  return (
    <div className={classes.form}>
      <NetworkButton variant="primary" size="large" isWide isLoading={isBusy} onClick={() => submit()}>
        {t('pay.free')}
      </NetworkButton>
      <CancelLink />
      {problem !== null && <PaymentError message={problem} onClose={() => setProblem(null)} />}
    </div>
  );
}
