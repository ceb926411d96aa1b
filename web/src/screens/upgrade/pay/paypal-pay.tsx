import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Alert } from '../../../components/feedback/alert.tsx';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { useConfig } from '../../../hooks/use-config.ts';
import { usePayWords } from '../../../hooks/use-pay-words.ts';
import classes from './pay.module.css';
import type { MethodProps } from './pay-form.tsx';

type Buttons = { render: (place: HTMLElement) => Promise<void>; close?: () => Promise<void> };
type PayPal = {
  Buttons: (options: {
    createOrder: () => string;
    onClick: (data: unknown, actions: { resolve: () => unknown; reject: () => unknown }) => Promise<unknown>;
    onApprove: () => void;
    onError: (error: unknown) => void;
  }) => Buttons;
};

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
    let buttons: Buttons | null = null;
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

/** PayPal's own script, once a page. */
function loadPayPal(clientId: string, currency: string): Promise<PayPal> {
  const page = window as { paypal?: PayPal };
  if (page.paypal !== undefined) {
    return Promise.resolve(page.paypal);
  }
  const query = new URLSearchParams({ 'client-id': clientId, currency, intent: 'capture', vault: 'true' });
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `https://www.paypal.com/sdk/js?${query}`;
    script.onload = () =>
      page.paypal === undefined ? reject(new Error('PayPal is not there')) : resolve(page.paypal);
    script.onerror = () => reject(new Error('PayPal could not be loaded'));
    document.head.append(script);
  });
}
