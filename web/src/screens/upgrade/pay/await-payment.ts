import { isEnded, ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import type { ApiClient } from '../../../api/client.ts';

/** Result of an order: `inactive` is paid without an active plan, `held` waits for an operator, `open` is undecided. */
export type PaymentResult = 'active' | 'inactive' | 'held' | 'failed' | 'open';

const EVERY_MS = 1_000;
const MAX_ASKS = 30;
/** Number of failed polls in a row that count as a failure: the first ones may belong to the previous card. */
const SURE_ASKS = 6;

/**
 * Polls a confirmed order until it is settled, for at most half a minute. Each poll makes the server query the
 * provider, so a single answer may be older than the payment.
 */
export async function awaitPayment(
  client: Pick<ApiClient, 'call'>,
  orderId: string,
  wait: (ms: number) => Promise<void> = sleep,
): Promise<PaymentResult> {
  let isPaid = false;
  let isHeld = false;
  let failures = 0;
  for (let asked = 0; asked < MAX_ASKS; asked += 1) {
    const { status, active } = await client.call('checkOrderStatus', { params: { id: orderId } });
    isPaid = status === ORDER_STATUS.paid;
    isHeld = status === ORDER_STATUS.waitingApproval;
    if (isPaid && active) {
      return 'active';
    }
    // A successful second try may still replace an ended one.
    failures = isEnded(status) ? failures + 1 : 0;
    if (status === ORDER_STATUS.refunded || failures === SURE_ASKS) {
      return 'failed';
    }
    await wait(EVERY_MS);
  }
  if (isHeld) {
    return 'held';
  }
  return isPaid ? 'inactive' : 'open';
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
