import type { Order } from '@diorama/shared/contract/billing.ts';
import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '../../../api/provider.tsx';
import { awaitPayment, type PaymentResult } from './await-payment.ts';

/**
 * Finds out what became of the order that its payer has confirmed, and again before another one is opened: it may have come
 * through meanwhile.
 * @param opened - the order of the page, which may wait for somebody already
 */
export function useOutcome(
  opened: Order | null,
  { onActive, onFailed }: { onActive: (order: Order) => void; onFailed: () => void },
) {
  const { client } = useApi();
  const [confirmed, setConfirmed] = useState<Order | null>(null);
  const [result, setResult] = useState<PaymentResult | 'waiting' | null>(null);

  const readEnd = async (order: Order): Promise<PaymentResult> => {
    setConfirmed(order);
    setResult('waiting');
    const end = await awaitPayment(client, order.uuid).catch((): PaymentResult => 'open');
    setResult(end);
    if (end === 'active') {
      onActive(order);
    }
    return end;
  };
  const handleAgain = async () => {
    const end = confirmed === null ? 'failed' : await readEnd(confirmed);
    if (end === 'failed') {
      setResult(null);
      onFailed();
    }
  };
  const handleWaiting = useEffectEvent((order: Order) => {
    readEnd(order);
  });
  useEffect(() => {
    if (opened !== null && CONFIRMED.has(opened.status)) {
      handleWaiting(opened);
    }
  }, [opened]);

  return { result, handleConfirmed: readEnd, handleAgain };
}

/** Nobody has to confirm these any more; one is paid from the start if what is left over came to cover it meanwhile. */
const CONFIRMED: ReadonlySet<number> = new Set([
  ORDER_STATUS.waitingApproval,
  ORDER_STATUS.processing,
  ORDER_STATUS.paid,
]);
