import type { Order } from '@diorama/shared/contract/billing.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../../../api/provider.tsx';
import type { PaymentProviderName } from './provider-name.ts';

/** An order on its way: opened once the page is there, and again for another provider. */
export type OpenedOrder = {
  order: Order | null;
  error: unknown;
  /** Asks again, as after an error or when the order is over. */
  reopen: () => void;
};

/**
 * Opens the order that a page is about. The server answers the one that is open already, so that a reload, a second tab
 * and a step back lead to the same. One question waits for the one before: an order for one provider takes the place of the
 * other's, so whichever came last must be the one that the page is about.
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
