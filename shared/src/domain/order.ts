/** The states of an order, as the wire carries them. */
export const ORDER_STATUS = {
  pending: 0,
  paid: 1,
  timeout: 2,
  refunded: 3,
  waitingApproval: 4,
  processing: 5,
  failed: 6,
  requestAction: 7,
} as const;
export type OrderStatus = (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS];

/**
 * What a payment provider says of a payment, in Diorama's words. `approved`: its payer agreed and nothing was taken yet;
 * `cancelled`: nobody can pay it any more.
 */
export type PaymentState =
  | 'created'
  | 'requires_action'
  | 'approved'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'refunded';

/** What is asked of a payer, or was taken: integer minor units of the currency. */
export type Money = { amount: number; currency: string };

/** Diorama's word for a payment of another amount than its order's: a person has to look at it. */
export type JudgedPayment = PaymentState | 'mismatched';

/** An order that nobody paid for is closed after this many milliseconds. */
export const ORDER_EXPIRY_MS = 15 * 60_000;

/** After a failure an order may be tried again for this many milliseconds since it was opened. */
export const ORDER_RETRY_MS = 25 * 3_600_000;

const STATUS_OF: Record<JudgedPayment, OrderStatus> = {
  created: ORDER_STATUS.pending,
  requires_action: ORDER_STATUS.requestAction,
  approved: ORDER_STATUS.waitingApproval,
  processing: ORDER_STATUS.processing,
  succeeded: ORDER_STATUS.paid,
  failed: ORDER_STATUS.failed,
  cancelled: ORDER_STATUS.failed,
  refunded: ORDER_STATUS.refunded,
  mismatched: ORDER_STATUS.waitingApproval,
};

const OPEN: ReadonlySet<OrderStatus> = new Set([
  ORDER_STATUS.pending,
  ORDER_STATUS.waitingApproval,
  ORDER_STATUS.processing,
  ORDER_STATUS.requestAction,
]);

/** The states in which an order waits for money. */
export const OPEN_STATUSES: readonly OrderStatus[] = [...OPEN];

/** Whether the order still waits for money. */
export function isOpen(status: OrderStatus): boolean {
  return OPEN.has(status);
}

/** What settling an order changes. */
export type Settlement = { status: OrderStatus; activatesPlan: boolean };

/** A payment counts as the order's only when it is of what was ordered: no more, no less, in the same money. */
export function judgePayment(order: Money, payment: Money & { state: PaymentState }): JudgedPayment {
  const isTaken = payment.state === 'succeeded' || payment.state === 'refunded';
  const isSame = payment.amount === order.amount && payment.currency === order.currency;
  return isTaken && !isSame ? 'mismatched' : payment.state;
}

/**
 * The order's next state, given what the provider says now. What the provider says wins over what we
 * believed, with these exceptions: money that came is only taken back by a refund, a refund is final, a charge that is
 * under way is not pending again, and of an order whose time is over only money that came is heard.
 * A payment may be retried after a failure, and money that arrives after a time-out still counts.
 */
export function settle(current: OrderStatus, payment: JudgedPayment): Settlement {
  const next = STATUS_OF[payment];
  const stays = { status: current, activatesPlan: false };
  switch (current) {
    case ORDER_STATUS.refunded:
      return stays;
    case ORDER_STATUS.paid:
      return next === ORDER_STATUS.refunded ? { status: next, activatesPlan: false } : stays;
    case ORDER_STATUS.timeout:
      return next === ORDER_STATUS.paid || payment === 'mismatched'
        ? { status: next, activatesPlan: next === ORDER_STATUS.paid }
        : stays;
    case ORDER_STATUS.processing:
      return payment === 'created' ? stays : { status: next, activatesPlan: next === ORDER_STATUS.paid };
    default:
      return { status: next, activatesPlan: next === ORDER_STATUS.paid };
  }
}

/** Whether an open order is past its time at `now` (milliseconds since the epoch). */
export function isExpired(order: { status: OrderStatus; createdAt: string }, now: number): boolean {
  const waits = order.status === ORDER_STATUS.pending || order.status === ORDER_STATUS.requestAction;
  return waits && now - Date.parse(order.createdAt) >= ORDER_EXPIRY_MS;
}

/**
 * Whether nobody is to pay an order any more: its time is over, another has taken its place, or it failed a day ago; until
 * then its payer may try again.
 */
export function isSureOver(
  order: { status: OrderStatus; createdAt: string; isSuperseded: boolean },
  now: number,
): boolean {
  const isForgotten =
    order.status === ORDER_STATUS.failed && now - Date.parse(order.createdAt) >= ORDER_RETRY_MS;
  return order.isSuperseded || order.status === ORDER_STATUS.timeout || isForgotten;
}
