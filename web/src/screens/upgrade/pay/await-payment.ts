import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import type { ApiClient } from '../../../api/client.ts';

/** What became of an order: `inactive` is paid without its plan, `held` waits for a person of ours, `open` is not known yet. */
export type PaymentResult = 'active' | 'inactive' | 'held' | 'failed' | 'open';

/** What a payment that succeeds on a second try may still leave. */
const FAILED: ReadonlySet<number> = new Set([ORDER_STATUS.failed, ORDER_STATUS.timeout]);
const EVERY_MS = 1_000;
const MOST_ASKS = 30;
/** A failure counts once it was read so often in a row: the first may be of the card before the one that paid. */
const SURE_ASKS = 6;

/**
 * Asks what became of an order that its payer has confirmed, until it is settled or half a minute is over. Asking makes
 * the server ask the provider, so what is read once may be from before the payment.
 */
export async function awaitPayment(
  client: Pick<ApiClient, 'call'>,
  orderId: string,
  wait: (ms: number) => Promise<void> = sleep,
): Promise<PaymentResult> {
  let isPaid = false;
  let isHeld = false;
  let failures = 0;
  for (let asked = 0; asked < MOST_ASKS; asked += 1) {
    const { status, active } = await client.call('checkOrderStatus', { params: { id: orderId } });
    isPaid = status === ORDER_STATUS.paid;
    isHeld = status === ORDER_STATUS.waitingApproval;
    if (isPaid && active) {
      return 'active';
    }
    failures = FAILED.has(status) ? failures + 1 : 0;
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
