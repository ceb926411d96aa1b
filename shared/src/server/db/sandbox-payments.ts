import type { PaymentState } from '../../domain/order.ts';
import { randomToken } from '../ids.ts';
import type { Payment, PaymentRequest } from '../payments/provider.ts';
import type { Knex } from './knex.ts';

/** Opens a payment in the sandbox's books; the same order again is the same payment. */
export async function createSandboxPayment(db: Knex, request: PaymentRequest): Promise<Payment> {
  await db('sandbox_payments')
    .insert({
      id: `pay_${randomToken(96)}`,
      client_token: `tok_${randomToken(192)}`,
      reference: request.orderId,
      amount: request.amount,
      currency: request.currency,
    })
    .onConflict('reference')
    .ignore();
  const row = await db('sandbox_payments').where({ reference: request.orderId }).first('id', 'client_token');
  return { ref: row.id, clientToken: row.client_token };
}

/** @throws Error when the sandbox has no such payment. */
export async function readSandboxState(db: Knex, id: string): Promise<PaymentState> {
  const row = await db('sandbox_payments').where({ id }).first('state');
  if (!row) {
    throw new Error(`The sandbox knows no payment ${id}`);
  }
  return row.state;
}

/**
 * Writes a confirmation's outcome; a payment that succeeded stays so.
 * @returns the payment's id and its state now; null when no payment has that token.
 */
export async function confirmSandboxPayment(
  db: Knex,
  token: string,
  outcome: { state: PaymentState; errorCode: string | null },
): Promise<{ id: string; state: PaymentState; changed: boolean } | null> {
  const { rows } = await db.raw<{ rows: { id: string; state: PaymentState }[] }>(
    `update sandbox_payments set state = ?, error_code = ?, updated_at = now()
     where client_token = ? and state not in ('succeeded', 'refunded') returning id, state`,
    [outcome.state, outcome.errorCode, token],
  );
  if (rows[0]) {
    return { ...rows[0], changed: true };
  }
  const row = await db('sandbox_payments').where({ client_token: token }).first('id', 'state');
  return row ? { id: row.id, state: row.state, changed: false } : null;
}
