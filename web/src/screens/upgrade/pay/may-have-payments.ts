/** Storage key of payments with an unknown result; `stored-payment.ts` reads them. */
export const PENDING_KEY = 'diorama.payments';

/** Whether this browser stores a payment. Others need none of the code of payments. */
export function mayHavePayments(storage: Storage): boolean {
  try {
    return storage.getItem(PENDING_KEY) !== null;
  } catch {
    return false;
  }
}
