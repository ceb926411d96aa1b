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

/** What a payment provider says of a payment, in Diorama's words. */
export type PaymentState = 'created' | 'requires_action' | 'processing' | 'succeeded' | 'failed' | 'refunded';

/** An order that nobody paid for is closed after this many milliseconds. */
export const ORDER_EXPIRY_MS = 15 * 60_000;

const STATUS_OF: Record<PaymentState, OrderStatus> = {
  created: ORDER_STATUS.pending,
  requires_action: ORDER_STATUS.requestAction,
  processing: ORDER_STATUS.processing,
  succeeded: ORDER_STATUS.paid,
  failed: ORDER_STATUS.failed,
  refunded: ORDER_STATUS.refunded,
};

const OPEN: ReadonlySet<OrderStatus> = new Set([
  ORDER_STATUS.pending,
  ORDER_STATUS.waitingApproval,
  ORDER_STATUS.processing,
  ORDER_STATUS.requestAction,
]);

/** Whether the order still waits for money. */
export function isOpen(status: OrderStatus): boolean {
  return OPEN.has(status);
}

/** What settling an order changes. */
export type Settlement = { status: OrderStatus; activatesPlan: boolean };

/**
 * The order's next state, given what the provider says now. What the provider says wins over what we
 * believed, with two exceptions: money that came is only taken back by a refund, and a refund is final.
 * A payment may be retried after a failure, and money that arrives after a time-out still counts.
 */
export function settle(current: OrderStatus, payment: PaymentState): Settlement {
  const next = STATUS_OF[payment];
  if (current === ORDER_STATUS.refunded) {
    return { status: current, activatesPlan: false };
  }
  if (current === ORDER_STATUS.paid) {
    return { status: next === ORDER_STATUS.refunded ? next : current, activatesPlan: false };
  }
  if (current === ORDER_STATUS.timeout && next !== ORDER_STATUS.paid) {
    return { status: current, activatesPlan: false };
  }
  return { status: next, activatesPlan: next === ORDER_STATUS.paid };
}

/** Whether an open order is past its time at `now` (milliseconds since the epoch). */
export function isExpired(order: { status: OrderStatus; createdAt: string }, now: number): boolean {
  const waits = order.status === ORDER_STATUS.pending || order.status === ORDER_STATUS.requestAction;
  return waits && now - Date.parse(order.createdAt) >= ORDER_EXPIRY_MS;
}
