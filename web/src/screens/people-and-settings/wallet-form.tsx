import { useApi } from '../../api/provider.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Form } from '../../components/field/form.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-error-toast.ts';
import { usePaymentTranslations } from '../../hooks/use-payment-translations.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
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
  const { t } = usePaymentTranslations();
  const { client } = useApi();
  const showError = useErrorToast();
  const { isBusy, submit } = useSubmit(async () => {
    await client.call('confirmSandboxPayment', { params: { token }, body: { wallet: 'approve' } });
    await onSaved();
  }, showError);
  return (
    <Form className={classes.cardForm} onSubmit={submit}>
      <Alert kind="info">{t('sources.addWallet.sandbox')}</Alert>
      <NetworkButton type="submit" variant="primary" size="large" isWide isLoading={isBusy}>
        {t('sources.addWallet.save')}
      </NetworkButton>
    </Form>
  );
}

function PayPalWallet({ token, onSaved }: FormProps) {
  const { t } = usePaymentTranslations();
  const toast = useToast();
  const handleError = (message: string | null) => toast({ kind: 'error', text: message ?? t('load.failed') });
  return (
    <PayPalButtons
      aim={{ setup: token }}
      currency={CURRENCY}
      onApprove={() => {
        onSaved().catch(() => handleError(null));
      }}
      onError={handleError}
    />
  );
}
