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

const KEY = 'diorama.payment';

/**
 * Stores the pending payment in this tab, as the payer may be redirected to their bank. Without storage, the payment is
 * not measured, but still accepted.
 */
export function storePayment(storage: Storage, facts: PaymentFacts): void {
  try {
    storage.setItem(KEY, JSON.stringify(facts));
  } catch {
    // The storage is full or forbidden.
  }
}

/** Returns and removes the stored payment if it belongs to the order. */
export function takeStoredPayment(storage: Storage, orderId: string): PaymentFacts | null {
  try {
    const kept: PaymentFacts | null = JSON.parse(storage.getItem(KEY) ?? 'null');
    if (kept?.transactionId !== orderId) {
      return null;
    }
    storage.removeItem(KEY);
    return kept;
  } catch {
    return null;
  }
}
