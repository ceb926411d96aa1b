import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Alert } from '../../../components/feedback/alert.tsx';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { useConfig } from '../../../hooks/use-config.ts';
import { usePayWords } from '../../../hooks/use-pay-words.ts';
import { loadPayPal, type PayPalButtons } from './load-paypal.ts';
import classes from './pay.module.css';
import type { MethodProps } from './pay-form.tsx';

/** Pays by PayPal's buttons, which open its own window. */
export function PayPalPay({ order, onBefore, onConfirmed, onError }: MethodProps) {
  const { t } = usePayWords();
  const clientId = useConfig()?.paypalClientId ?? null;
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'there' | 'broken'>('loading');
  const handleApprove = useEffectEvent(onConfirmed);
  const handleError = useEffectEvent(() => onError(t('failed.text')));
  const handleBefore = useEffectEvent(onBefore);
  const { token, currency } = order;

  useEffect(() => {
    let buttons: PayPalButtons | null = null;
    let isWanted = true;
    const begin = async () => {
      const paypal = await loadPayPal(clientId ?? '', currency);
      if (!isWanted || place.current === null) {
        return;
      }
      buttons = paypal.Buttons({
        createOrder: () => token ?? '',
        onClick: async (_data, actions) => ((await handleBefore()) ? actions.resolve() : actions.reject()),
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
  }, [clientId, currency, token]);

  return (
    <div className={classes.card}>
      {state === 'broken' && <Alert kind="error">{t('load.failed')}</Alert>}
      {state === 'loading' && <Skeleton height="6rem" />}
      <div ref={place} />
    </div>
  );
}
