/** A payment in the words of its event, without who paid. */
export type PaymentFacts = {
  transactionId: string;
  planId: string;
  currency: string;
  /** Months. */
  subsCycle: number;
  accountId: string;
  /** In whole units of the currency. */
  value: number;
};

const KEY = 'diorama.payment';

/**
 * Keeps what is being paid for in this tab, whose payer may have to leave it for their bank. Where the browser keeps
 * nothing, a payment is not measured, which is no reason not to take it.
 */
export function keepPayment(storage: Storage, facts: PaymentFacts): void {
  try {
    storage.setItem(KEY, JSON.stringify(facts));
  } catch {
    // Full, or forbidden.
  }
}

/** What was being paid for when this tab was left, if it was that order; it is kept no longer. */
export function takePayment(storage: Storage, orderId: string): PaymentFacts | null {
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
