import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { useEffect, useState } from 'react';
import { useApi } from '../../api/provider.tsx';

/** State of the page: polling, paid with or without an active plan, or unpaid as far as is known. */
type Completion = { state: 'processing' | 'error' } | { state: 'success'; isActive: boolean };

const EVERY_MS = 300;
const MAX_ASKS = 3;

/** Polls up to three times, 300 ms apart, whether an order is paid. */
export function useCompletion(orderId: string): Completion {
  const { client } = useApi();
  const [completion, setCompletion] = useState<Completion>({ state: 'processing' });
  useEffect(() => {
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (asked: number) => {
      const answer = await client
        .call('checkOrderStatus', { params: { id: orderId } })
        .catch(() => ({ status: null, active: false }));
      if (!isWanted) {
        return;
      }
      if (answer.status === ORDER_STATUS.paid) {
        setCompletion({ state: 'success', isActive: answer.active });
      } else if (asked >= MAX_ASKS) {
        setCompletion({ state: 'error' });
      } else {
        timer = setTimeout(ask, EVERY_MS, asked + 1);
      }
    };
    timer = setTimeout(ask, EVERY_MS, 1);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [client, orderId]);
  return completion;
}
