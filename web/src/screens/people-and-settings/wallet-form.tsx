import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Form } from '../../components/field/form.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { usePayWords } from '../../hooks/use-pay-words.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTellError } from '../../hooks/use-tell-error.ts';
import { PayPalButtons } from '../upgrade/pay/paypal-buttons.tsx';
import type { FormProps } from './add-source.tsx';
import classes from './billing.module.css';

/** Currency of the plans, for PayPal's script. */
const CURRENCY = 'USD';

/** Saves a wallet: PayPal's own buttons, or the sandbox's. */
export function WalletForm(props: FormProps) {
  return props.provider === 'paypal' ? <PayPalWallet {...props} /> : <SandboxWallet {...props} />;
}

function SandboxWallet({ token, onSaved }: FormProps) {
  const { t } = usePayWords();
  const { client } = useApi();
  const tellError = useTellError();
  const { isBusy, submit } = useSubmit(async () => {
    await client.call('confirmSandboxPayment', { params: { token }, body: { wallet: 'approve' } });
    await onSaved();
  }, tellError);
  return (
    <Form className={classes.cardForm} onSubmit={submit}>
      <Alert kind="info">{t('sources.addWallet.sandbox')}</Alert>
      <Button type="submit" variant="primary" size="large" isWide isLoading={isBusy}>
        {t('sources.addWallet.save')}
      </Button>
    </Form>
  );
}

function PayPalWallet({ token, onSaved }: FormProps) {
  const { t } = usePayWords();
  const toast = useToast();
  const handleError = () => toast({ kind: 'error', text: t('load.failed') });
  return (
    <PayPalButtons
      aim={{ setup: token }}
      currency={CURRENCY}
      onApprove={() => {
        onSaved().catch(handleError);
      }}
      onError={handleError}
    />
  );
}
