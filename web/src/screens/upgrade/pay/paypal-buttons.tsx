import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Alert } from '../../../components/feedback/alert.tsx';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { useConfig } from '../../../hooks/use-config.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { type PayPalButtons as DrawnButtons, loadPayPal } from './load-paypal.ts';
import classes from './pay.module.css';

/** Longest text that is shown. */
const MAX_LENGTH = 300;

/** Token that the owner approves in PayPal's window: of an order to pay, or of a wallet to save. */
type PayPalAim = { order: string } | { setup: string };

/** PayPal's own buttons, which open its window; its script is fetched on first use. */
export function PayPalButtons(props: {
  aim: PayPalAim;
  currency: string;
  /** Saves the rest of the page; false keeps the window closed. */
  onBefore?: () => Promise<boolean>;
  onApprove: () => void;
  /** @param message - PayPal's own sentence, or null */
  onError: (message: string | null) => void;
}) {
  const { t } = useTranslations('pay');
  const { place, state } = usePayPalButtons(props);
  return (
    <div className={classes.card}>
      {state === 'broken' && <Alert kind="error">{t('load.failed')}</Alert>}
      {state === 'loading' && <Skeleton height="6rem" />}
      <div ref={place} />
    </div>
  );
}

function usePayPalButtons({
  aim,
  currency,
  onBefore,
  onApprove,
  onError,
}: Parameters<typeof PayPalButtons>[0]) {
  const clientId = useConfig()?.paypalClientId ?? null;
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'there' | 'broken'>('loading');
  const handleBefore = useEffectEvent(async () => (await onBefore?.()) ?? true);
  const handleApprove = useEffectEvent(onApprove);
  const handleError = useEffectEvent(onError);
  const [kind, token] = 'order' in aim ? (['order', aim.order] as const) : (['setup', aim.setup] as const);

  useEffect(() => {
    let buttons: DrawnButtons | null = null;
    let isWanted = true;
    const begin = async () => {
      const paypal = await loadPayPal(clientId ?? '', currency);
      if (!isWanted || place.current === null) {
        return;
      }
      buttons = paypal.Buttons({
        ...(kind === 'order' ? { createOrder: () => token } : { createVaultSetupToken: () => token }),
        onClick: async (_data, actions) => ((await handleBefore()) ? actions.resolve() : actions.reject()),
        onApprove: () => handleApprove(),
        onError: (error) => handleError(paypalMessage(error)),
      });
      await buttons.render(place.current);
      setState('there');
    };
    begin().catch(() => {
      if (isWanted) {
        setState('broken');
      }
    });
    return () => {
      isWanted = false;
      buttons?.close?.().catch(() => undefined);
    };
  }, [clientId, currency, kind, token]);

  return { place, state };
}

/** PayPal's own sentence for an error of its buttons; null without one. */
export function paypalMessage(error: unknown): string | null {
  // Not `instanceof Error`: the error may come from another frame.
  const text = typeof error === 'string' ? error : textAt(error, 'message');
  const body = text.indexOf('{');
  // PayPal's script appends the answer of a refused call to the message.
  const answer = body < 0 ? null : parse(text.slice(body));
  const reason = textAt(firstOf(answer, 'details'), 'description') || textAt(answer, 'message');
  return (reason || (text.split('\n')[0] ?? '')).trim().slice(0, MAX_LENGTH) || null;
}

function textAt(value: unknown, key: string): string {
  const found = at(value, key);
  return typeof found === 'string' ? found : '';
}

function firstOf(value: unknown, key: string): unknown {
  const found = at(value, key);
  return Array.isArray(found) ? found[0] : null;
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
