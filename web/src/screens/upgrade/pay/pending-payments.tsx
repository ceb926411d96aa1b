import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '../../../api/provider.tsx';
import { useUser } from '../../../hooks/use-user.ts';
import { listStoredPayments, type PaymentFacts, takeStoredPayment } from './stored-payment.ts';
import { useTrackPayment } from './use-track-payment.ts';

/** Statuses after which an order is never paid. */
const ENDED: ReadonlySet<number> = new Set([
  ORDER_STATUS.failed,
  ORDER_STATUS.timeout,
  ORDER_STATUS.refunded,
]);

/**
 * Tracks payments that were confirmed in this browser and whose payer did not return to the payment page. Each
 * load of the application asks once.
 */
export function PendingPayments() {
  const { client } = useApi();
  const user = useUser();
  const { trackStored } = useTrackPayment();
  const userUuid = user?.uuid ?? null;
  const check = useEffectEvent(async ({ transactionId: id, accountId }: PaymentFacts) => {
    if (!user?.accounts.some(({ uuid, role }) => uuid === accountId && role === 'owner')) {
      return;
    }
    const { status } = await client.call('checkOrderStatus', { params: { id } });
    if (status === ORDER_STATUS.paid) {
      trackStored(id);
    } else if (ENDED.has(status)) {
      takeStoredPayment(localStorage, id);
    }
  });
  useEffect(() => {
    if (userUuid !== null) {
      for (const payment of listStoredPayments(localStorage)) {
        // The next load asks again.
        check(payment).catch(() => undefined);
      }
    }
  }, [userUuid]);
  return null;
}
