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
 * State of a payment at its provider, in Diorama's terms. `approved`: the payer agreed and no money was
 * captured yet; `cancelled`: the payment cannot be completed any more.
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

/** Requested or captured money: integer minor units of the currency. */
export type Money = { amount: number; currency: string };

/**
 * Payment state with `mismatched` for an amount that differs from the order's, which an operator has to
 * review.
 */
export type PaymentClass = PaymentState | 'mismatched';

/** Time after which an unpaid order is closed, in milliseconds. */
export const ORDER_EXPIRY_MS = 15 * 60_000;

/** Time after its creation during which a failed order may be retried, in milliseconds. */
export const ORDER_RETRY_MS = 25 * 3_600_000;

const STATUS_OF: Record<PaymentClass, OrderStatus> = {
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

/** States of an order that awaits payment. */
export const OPEN_STATUSES: readonly OrderStatus[] = [...OPEN];

/** Whether the order awaits payment. */
export function isOpen(status: OrderStatus): boolean {
  return OPEN.has(status);
}

/** Result of settling an order. */
export type Settlement = { status: OrderStatus; activatesPlan: boolean };

/** Classifies a payment for an order. It matches only with the exact amount and currency of the order. */
export function classifyPayment(order: Money, payment: Money & { state: PaymentState }): PaymentClass {
  const isTaken = payment.state === 'succeeded' || payment.state === 'refunded';
  const isSame = payment.amount === order.amount && payment.currency === order.currency;
  return isTaken && !isSame ? 'mismatched' : payment.state;
}

/**
 * Next state of the order, given the current state at the provider. The provider's state wins over the stored
 * one, with these exceptions. Captured money is only reversed by a refund, and a refund is final. A charge in
 * progress does not become pending again. For an expired order, only captured money counts. A payment may be
 * retried after a failure, and money that arrives after a time-out still counts.
 */
export function settle(current: OrderStatus, payment: PaymentClass): Settlement {
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

/** Whether an open order has expired at `now` (milliseconds since the epoch). */
export function isExpired(order: { status: OrderStatus; createdAt: string }, now: number): boolean {
  const waits = order.status === ORDER_STATUS.pending || order.status === ORDER_STATUS.requestAction;
  return waits && now - Date.parse(order.createdAt) >= ORDER_EXPIRY_MS;
}

/**
 * Whether an order cannot be paid any more: it expired, was superseded, or failed a day ago. Until then its
 * payer may retry.
 */
export function isFinal(
  order: { status: OrderStatus; createdAt: string; isSuperseded: boolean },
  now: number,
): boolean {
  const isForgotten =
    order.status === ORDER_STATUS.failed && now - Date.parse(order.createdAt) >= ORDER_RETRY_MS;
  return order.isSuperseded || order.status === ORDER_STATUS.timeout || isForgotten;
}
