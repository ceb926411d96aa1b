import type { Order } from '@diorama/shared/contract/billing.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../../../api/provider.tsx';
import type { PaymentProviderName } from './provider-name.ts';

/** An order that is opened with the page, and again for another provider. */
export type OpenedOrder = {
  order: Order | null;
  error: unknown;
  /** Opens the order again, as after an error or its expiry. */
  reopen: () => void;
};

/**
 * Opens the order of a page. The server returns an already open one, so that a reload, a second tab and going
 * back use the same. Requests run one after another: an order for one provider replaces that of the other, so the last
 * request must match the page.
 * @param provider - null opens nothing yet
 */
export function useOrder(options: {
  account: string;
  planPrice: string;
  discount: string | null;
  provider: PaymentProviderName | null;
}): OpenedOrder {
  const { client } = useApi();
  const { account, planPrice, discount, provider } = options;
  const [order, setOrder] = useState<Order | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  const asked = useRef<Promise<unknown>>(Promise.resolve());

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another question
  useEffect(() => {
    if (provider === null) {
      return;
    }
    let isWanted = true;
    setOrder(null);
    setError(null);
    const open = async () => {
      await asked.current.catch(() => undefined);
      return isWanted
        ? client.call('createOrder', { body: { account, planPrice, discount, provider } })
        : null;
    };
    const opening = open();
    asked.current = opening;
    opening.then(
      (opened) => isWanted && setOrder(opened),
      (failure: unknown) => isWanted && setError(failure),
    );
    return () => {
      isWanted = false;
    };
  }, [client, account, planPrice, discount, provider, round]);

  return { order, error, reopen: useCallback(() => setRound((before) => before + 1), []) };
}
