import { createStoredList, type StoredList } from '../../../stored-list.ts';
import { PENDING_KEY } from './may-have-payments.ts';

/** Facts of a payment for its analytics event, without the payer. */
export type PaymentFacts = {
  transactionId: string;
  planId: string;
  currency: string;
  /** Period in months. */
  subsCycle: number;
  accountId: string;
  /** Amount in whole units of the currency. */
  value: number;
};

const TRACKED_KEY = 'diorama.payments-tracked';
/** Entries kept of each list, the newest. */
const MAX_ENTRIES = 20;

/**
 * Stores a payment before its confirmation, because the payer may return in another tab or on another day. Without
 * storage, the payment is not measured, but still accepted.
 */
export function storePayment(storage: Storage, facts: PaymentFacts): void {
  const others = listStoredPayments(storage).filter(({ transactionId: id }) => id !== facts.transactionId);
  pendingOf(storage).keep([...others, facts]);
}

/** Payments whose result is unknown here. */
export function listStoredPayments(storage: Storage): PaymentFacts[] {
  return pendingOf(storage).all();
}

/** Returns and removes the stored payment of the order. */
export function takeStoredPayment(storage: Storage, orderId: string): PaymentFacts | null {
  const all = listStoredPayments(storage);
  const found = all.find(({ transactionId }) => transactionId === orderId) ?? null;
  if (found !== null) {
    pendingOf(storage).keep(all.filter((facts) => facts !== found));
  }
  return found;
}

/** Marks an order as tracked. @returns false if it was marked before, in any tab of this browser */
export function markTracked(storage: Storage, orderId: string): boolean {
  const list = createStoredList<string>(storage, TRACKED_KEY, { max: MAX_ENTRIES });
  const tracked = list.all();
  if (tracked.includes(orderId) || ofThisPage.has(orderId)) {
    return false;
  }
  ofThisPage.add(orderId);
  list.keep([...tracked, orderId]);
  return true;
}

/** Tracked orders of a browser without storage. */
const ofThisPage = new Set<string>();

function pendingOf(storage: Storage): StoredList<PaymentFacts> {
  return createStoredList(storage, PENDING_KEY, { max: MAX_ENTRIES });
}
