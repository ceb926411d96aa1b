import type { Order } from '@diorama/shared/contract/billing.ts';
import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '../../../api/provider.tsx';
import { awaitPayment, type PaymentResult } from './await-payment.ts';

/**
 * Polls the result of a confirmed order, and checks it again before another one is opened, as it may have succeeded
 * meanwhile.
 * @param opened - order of the page, which may already be held for an operator
 */
export function useOutcome(
  opened: Order | null,
  {
    onPaid,
    onFailed,
  }: {
    /** Called for a paid order, also while its plan is not active yet. */
    onPaid: (order: Order) => void;
    onFailed: () => void;
  },
) {
  const { client } = useApi();
  const [confirmed, setConfirmed] = useState<Order | null>(null);
  const [result, setResult] = useState<PaymentResult | 'waiting' | null>(null);

  const readEnd = async (order: Order): Promise<PaymentResult> => {
    setConfirmed(order);
    setResult('waiting');
    const end = await awaitPayment(client, order.uuid).catch((): PaymentResult => 'open');
    setResult(end);
    if (end === 'active' || end === 'inactive') {
      onPaid(order);
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

  return { result, confirmed, handleConfirmed: readEnd, handleAgain };
}

/** Statuses that need no confirmation; an order is paid from the start if the remaining credit covers it. */
const CONFIRMED: ReadonlySet<number> = new Set([
  ORDER_STATUS.waitingApproval,
  ORDER_STATUS.processing,
  ORDER_STATUS.paid,
]);
