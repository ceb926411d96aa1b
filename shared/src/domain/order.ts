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
export type OrderState = keyof typeof ORDER_STATUS;
export type OrderStatus = (typeof ORDER_STATUS)[OrderState];

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

/**
 * Event of an order: the provider reports a payment, or `end`, which stops an order without money
 * because it expired or another one takes its place.
 */
export type OrderEvent = PaymentClass | 'end';

/** Time after which an unpaid order is closed, in milliseconds. */
export const ORDER_EXPIRY_MS = 15 * 60_000;

/** Time after its creation during which a failed order may be retried, in milliseconds. */
export const ORDER_RETRY_MS = 25 * 3_600_000;

/** The state at the provider wins over the stored one in all states that are not listed otherwise. */
const REPORTED = {
  created: 'pending',
  requires_action: 'requestAction',
  approved: 'waitingApproval',
  processing: 'processing',
  succeeded: 'paid',
  failed: 'failed',
  cancelled: 'failed',
  refunded: 'refunded',
  mismatched: 'waitingApproval',
} as const satisfies Record<PaymentClass, OrderState>;

type StateRules = {
  /** Whether the order awaits payment. */
  isOpen: boolean;
  /** Age at which it expires, in milliseconds. */
  expiresMs?: number;
  /** Age at which it cannot be paid any more, in milliseconds; at once with 0. */
  finalMs?: number;
  /** Next state by event. Other events leave the state. */
  on: Partial<Record<OrderEvent, OrderState>>;
};

/**
 * The state machine of an order. Captured money is only reversed by a refund, and a refund is final. A
 * charge in progress does not become pending again, and cannot be ended. For an expired order, only captured
 * money counts. A payment may be retried after a failure.
 */
export const ORDER_MACHINE: Readonly<Record<OrderState, StateRules>> = {
  pending: { isOpen: true, expiresMs: ORDER_EXPIRY_MS, on: { ...REPORTED, end: 'timeout' } },
  requestAction: { isOpen: true, expiresMs: ORDER_EXPIRY_MS, on: { ...REPORTED, end: 'timeout' } },
  waitingApproval: { isOpen: true, on: { ...REPORTED, end: 'timeout' } },
  processing: { isOpen: true, on: { ...REPORTED, created: 'processing' } },
  failed: { isOpen: false, finalMs: ORDER_RETRY_MS, on: { ...REPORTED, end: 'timeout' } },
  timeout: { isOpen: false, finalMs: 0, on: { succeeded: 'paid', mismatched: 'waitingApproval' } },
  paid: { isOpen: false, on: { refunded: 'refunded' } },
  refunded: { isOpen: false, on: {} },
};

const STATES = Object.keys(ORDER_STATUS) as OrderState[];

/** State of a status on the wire; null for an unknown one. */
export function toOrderState(status: number): OrderState | null {
  return STATES.find((state) => ORDER_STATUS[state] === status) ?? null;
}

function rulesOf(status: OrderStatus): StateRules {
  return ORDER_MACHINE[toOrderState(status) ?? 'pending'];
}

/** Status after an event; the same one where the event does not count. */
export function nextStatus(current: OrderStatus, event: OrderEvent): OrderStatus {
  const next = rulesOf(current).on[event];
  return next === undefined ? current : ORDER_STATUS[next];
}

/** Whether the order awaits payment. */
export function isOpen(status: OrderStatus): boolean {
  return rulesOf(status).isOpen;
}

/** Result of settling an order. */
export type Settlement = { status: OrderStatus; activatesPlan: boolean };

/** Next state of the order, given the current state at the provider. Becoming paid activates the plan. */
export function settle(current: OrderStatus, payment: PaymentClass): Settlement {
  const status = nextStatus(current, payment);
  return { status, activatesPlan: status === ORDER_STATUS.paid && current !== status };
}

/** Classifies a payment for an order. It matches only with the exact amount and currency of the order. */
export function classifyPayment(order: Money, payment: Money & { state: PaymentState }): PaymentClass {
  const isTaken = payment.state === 'succeeded' || payment.state === 'refunded';
  const isSame = payment.amount === order.amount && payment.currency === order.currency;
  return isTaken && !isSame ? 'mismatched' : payment.state;
}

/** Whether an open order has expired at `now` (milliseconds since the epoch). */
export function isExpired(order: { status: OrderStatus; createdAt: string }, now: number): boolean {
  const { expiresMs = Number.POSITIVE_INFINITY } = rulesOf(order.status);
  return now - Date.parse(order.createdAt) >= expiresMs;
}

/**
 * Whether an order cannot be paid any more: it expired, was superseded, or failed a day ago. Until then its
 * payer may retry.
 */
export function isFinal(
  order: { status: OrderStatus; createdAt: string; isSuperseded: boolean },
  now: number,
): boolean {
  const { finalMs = Number.POSITIVE_INFINITY } = rulesOf(order.status);
  return order.isSuperseded || finalMs === 0 || now - Date.parse(order.createdAt) >= finalMs;
}

/** Columns of an order that decide, with its status, what may happen to it. */
export type OrderFacts = {
  status: OrderStatus;
  kind: 'purchase' | 'renewal';
  /** Whether its plan was activated. */
  is_active: boolean;
  /** Whether another order took its place, so that money for it is refunded. */
  is_superseded: boolean;
  provider_ref: string | null;
  paid_at: string | null;
  /** Time since which it cannot be paid at the provider any more. */
  closed_at: string | null;
  /** Captured amount, where it differs from the ordered one. */
  taken_amount: number | null;
  /** Time since which a rejected refund waits for an operator. */
  refund_refused_at: string | null;
};

/**
 * A condition on the facts of an order, of which all parts hold. `set` and `null` are conditions of a column
 * that may be null.
 */
export type OrderCondition = { status?: readonly OrderState[] } & {
  [Column in Exclude<keyof OrderFacts, 'status'>]?: null extends OrderFacts[Column]
    ? 'set' | null
    : OrderFacts[Column];
};

/**
 * Conditions of held orders, which wait for an operator. `amount`: the captured amount differs from the
 * ordered one; `price`: the price is not sold any more; `refund`: the order is obsolete, and its provider
 * rejected the refund.
 */
const HOLDS = {
  amount: { status: ['waitingApproval'], is_superseded: false, taken_amount: 'set' },
  price: { status: ['paid'], is_superseded: false, is_active: false },
  refund: { status: ['paid'], is_superseded: true, refund_refused_at: 'set' },
} as const satisfies Record<string, OrderCondition>;

export type HoldReason = keyof typeof HOLDS;
export const HOLD_REASONS = ['amount', 'price', 'refund'] as const satisfies readonly HoldReason[];

const OPEN = STATES.filter((state) => ORDER_MACHINE[state].isOpen);
const ENDED: readonly OrderState[] = ['timeout', 'failed'];

/** Groups of orders: an order belongs to a group when one of its conditions holds. */
export const ORDER_GROUPS = {
  open: [{ status: OPEN }],
  paid: [{ status: ['paid'] }],
  ended: [{ status: ENDED }],
  settled: [{ status: ['paid', 'refunded'] }],
  failedRenewals: [{ status: ['failed'], kind: 'renewal' }],
  unpaid: [{ status: STATES.filter((state) => state !== 'paid' && state !== 'refunded') }],
  /** Ended but unpaid. Until it is closed at the provider, its payer may still succeed on the failed form. */
  lapsed: [{ status: ENDED, provider_ref: 'set', paid_at: null, closed_at: null }],
  /** Failed, and the payer may try again. */
  retryable: [{ status: ['failed'], kind: 'purchase', is_superseded: false, provider_ref: 'set' }],
  /** Open or failed: an order that a new one takes the place of. */
  replaceable: [{ status: [...OPEN, 'failed'] }],
  held: Object.values(HOLDS),
  /** Its money has arrived at the provider while its plan is not active. */
  awaitsPlan: [HOLDS.amount, HOLDS.price],
  /** Paid without an active plan, also where money for an obsolete order is to be refunded. */
  inactive: [{ status: ['paid'], is_active: false }],
  /** Will not activate a plan, so that its discount code may be used again. */
  unused: [
    { is_superseded: true },
    { status: ['refunded'], paid_at: null },
    { status: ENDED, provider_ref: null },
    { status: ENDED, closed_at: 'set' },
  ],
} as const satisfies Record<string, readonly OrderCondition[]>;
export type OrderGroup = keyof typeof ORDER_GROUPS;

/** Whether the order ended unpaid. */
export function isEnded(status: number): boolean {
  return ENDED.some((state) => ORDER_STATUS[state] === status);
}

/** Whether an order belongs to a group. */
export function isInGroup(order: OrderFacts, group: OrderGroup): boolean {
  return ORDER_GROUPS[group].some((condition) => fulfils(order, condition));
}

/** Reason why an order is held; null where it is not. */
export function holdReasonOf(
  order: Pick<OrderFacts, 'status' | 'is_active' | 'is_superseded' | 'taken_amount' | 'refund_refused_at'>,
): HoldReason | null {
  return HOLD_REASONS.find((reason) => fulfils(order, HOLDS[reason])) ?? null;
}

function fulfils(order: Partial<OrderFacts>, { status, ...columns }: OrderCondition): boolean {
  const isInState = status?.some((state) => ORDER_STATUS[state] === order.status) ?? true;
  return (
    isInState &&
    Object.entries(columns).every(([column, wanted]) => {
      const value = order[column as keyof OrderFacts];
      return wanted === 'set' ? value !== null : value === wanted;
    })
  );
}
