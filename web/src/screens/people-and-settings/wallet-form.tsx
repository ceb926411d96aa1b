import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { Form } from '../../components/field/form.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { usePayWords } from '../../hooks/use-pay-words.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { loadPayPal, type PayPalButtons } from '../upgrade/pay/load-paypal.ts';
import type { FormProps } from './add-source.tsx';
import classes from './billing.module.css';

/** What PayPal's script is told of the currency that plans are sold in. */
const CURRENCY = 'USD';

/** Keeps a wallet: PayPal's own buttons, or the sandbox's. */
export function WalletForm(props: FormProps) {
  return props.provider === 'paypal' ? <PayPalWallet {...props} /> : <SandboxWallet {...props} />;
}

function SandboxWallet({ token, onSaved }: FormProps) {
  const { t } = usePayWords();
  const { client } = useApi();
  const toast = useToast();
  const errorText = useErrorText();
  const { isBusy, submit } = useSubmit(
    async () => {
      await client.call('confirmSandboxPayment', { params: { token }, body: { wallet: 'approve' } });
      await onSaved();
    },
    (error) => toast({ kind: 'error', text: errorText(error) }),
  );
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
  const clientId = useConfig()?.paypalClientId ?? null;
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'there' | 'broken'>('loading');
  const handleError = useEffectEvent(() => toast({ kind: 'error', text: t('load.failed') }));
  const handleApprove = useEffectEvent(() => {
    onSaved().catch(() => handleError());
  });
  useEffect(() => {
    let buttons: PayPalButtons | null = null;
    let isWanted = true;
    const begin = async () => {
      const paypal = await loadPayPal(clientId ?? '', CURRENCY);
      if (!isWanted || place.current === null) {
        return;
      }
      buttons = paypal.Buttons({
        createVaultSetupToken: () => token,
        onApprove: () => handleApprove(),
        onError: () => handleError(),
      });
      await buttons.render(place.current);
      setState('there');
    };
    begin().catch(() => isWanted && setState('broken'));
    return () => {
      isWanted = false;
      buttons?.close?.().catch(() => undefined);
    };
  }, [clientId, token]);
  return (
    <div className={classes.cardForm}>
      {state === 'broken' && <Alert kind="error">{t('load.failed')}</Alert>}
      {state === 'loading' && <Skeleton height="6rem" />}
      <div ref={place} />
    </div>
  );
}
