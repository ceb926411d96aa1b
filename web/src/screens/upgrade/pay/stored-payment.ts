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
  write(storage, PENDING_KEY, [...others, facts]);
}

/** Payments whose result is unknown here. */
export function listStoredPayments(storage: Storage): PaymentFacts[] {
  return read<PaymentFacts>(storage, PENDING_KEY);
}

/** Returns and removes the stored payment of the order. */
export function takeStoredPayment(storage: Storage, orderId: string): PaymentFacts | null {
  const all = listStoredPayments(storage);
  const found = all.find(({ transactionId }) => transactionId === orderId) ?? null;
  if (found !== null) {
    write(
      storage,
      PENDING_KEY,
      all.filter((facts) => facts !== found),
    );
  }
  return found;
}

/** Marks an order as tracked. @returns false if it was marked before, in any tab of this browser */
export function markTracked(storage: Storage, orderId: string): boolean {
  const tracked = read<string>(storage, TRACKED_KEY);
  if (tracked.includes(orderId) || ofThisPage.has(orderId)) {
    return false;
  }
  ofThisPage.add(orderId);
  write(storage, TRACKED_KEY, [...tracked, orderId]);
  return true;
}

/** Tracked orders of a browser without storage. */
const ofThisPage = new Set<string>();

function read<Entry>(storage: Storage, key: string): Entry[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    // Only this module writes the list.
    return Array.isArray(stored) ? (stored as Entry[]) : [];
  } catch {
    return [];
  }
}

function write(storage: Storage, key: string, entries: readonly unknown[]): void {
  try {
    storage.setItem(key, JSON.stringify(entries.slice(-MAX_ENTRIES)));
  } catch {
    // The storage is full or forbidden.
  }
}
