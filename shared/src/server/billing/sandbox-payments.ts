import type { PaymentState } from '../../domain/order.ts';
import type { Knex } from '../db/knex.ts';
import { randomToken } from '../runtime/ids.ts';
import {
  type Payer,
  type Payment,
  PaymentRefusedError,
  type PaymentReport,
  type PaymentRequest,
  type RefundRequest,
  type SetupReport,
  type Source,
} from './providers/provider.ts';

type PaymentRow = {
  id: string;
  client_token: string;
  amount: number;
  currency: string;
  state: PaymentState;
  error_code: string | null;
  refunded: number;
  source_id: string | null;
};

type SourceRow = {
  id: string;
  type: 0 | 1;
  number_end: string | null;
  brand: string | null;
  exp_month: number | null;
  exp_year: number | null;
};

/** Outcome of a confirmation by token: the state, the error and the payment source. */
export type SandboxConfirmation = {
  state: PaymentState;
  errorCode: string | null;
  /** Source for later charges; null if none is stored. It contains only the last digits of a card number. */
  source: SandboxSource | null;
};
export type SandboxSource =
  | { type: 0; last4: string; brand: string; expMonth: number; expYear: number }
  | { type: 1 };

const ENDED: readonly PaymentState[] = ['succeeded', 'refunded', 'cancelled'];

/** Creates a sandbox payment; idempotent by order. */
export async function createSandboxPayment(db: Knex, request: PaymentRequest): Promise<Payment> {
  await db('sandbox_payments')
    .insert({
      id: `pay_${randomToken(96)}`,
      client_token: `tok_${randomToken(192)}`,
      reference: request.orderId,
      amount: request.amount,
      currency: request.currency,
      customer: request.payer.accountId,
    })
    .onConflict('reference')
    .ignore();
  const row = await db('sandbox_payments').where({ reference: request.orderId }).first('id', 'client_token');
  return { ref: row.id, clientToken: row.client_token, payerRef: null };
}

/** Charges a stored source; idempotent by order. An expired card is declined. */
export async function chargeSandboxSource(
  db: Knex,
  request: PaymentRequest & { sourceRef: string },
  now: Date,
): Promise<Payment> {
  const payment = await createSandboxPayment(db, request);
  const source: SourceRow | undefined = await db('sandbox_sources')
    .where({ id: request.sourceRef, reference: request.payer.accountId })
    .first();
  const errorCode = whyNot(source, now);
  await db('sandbox_payments')
    .where({ id: payment.ref, state: 'created' })
    .update({
      state: errorCode === null ? 'succeeded' : 'failed',
      error_code: errorCode,
      source_id: source?.id ?? null,
      updated_at: db.fn.now(),
    });
  return payment;
}

/** The payment that was charged for an order; null where there is none. */
export async function findSandboxCharge(db: Knex, orderId: string): Promise<Payment | null> {
  const row = await db('sandbox_payments')
    .where({ reference: orderId })
    .whereNot({ state: 'created' })
    .first('id', 'client_token');
  return row ? { ref: row.id, clientToken: row.client_token, payerRef: null } : null;
}

function whyNot(source: SourceRow | undefined, now: Date): string | null {
  if (source === undefined) {
    return 'source_gone';
  }
  if (source.type === 1 || source.exp_month === null || source.exp_year === null) {
    return null;
  }
  return Date.UTC(source.exp_year, source.exp_month, 1) <= now.getTime() ? 'expired_card' : null;
}

/** @throws Error when the sandbox has no such payment. */
export async function readSandboxPayment(db: Knex, id: string): Promise<PaymentReport> {
  const row: PaymentRow | undefined = await db('sandbox_payments').where({ id }).first();
  if (!row) {
    throw new Error(`The sandbox knows no payment ${id}`);
  }
  const isRefunded = row.refunded > 0 && row.refunded === row.amount;
  return {
    state: isRefunded ? 'refunded' : row.state,
    amount: row.amount,
    currency: row.currency,
    refunded: row.refunded,
    transactionId: row.id,
    source: await readSource(db, row.source_id),
    errorCode: row.error_code,
  };
}

/** Cancels an unpaid payment. */
export async function cancelSandboxPayment(db: Knex, id: string): Promise<void> {
  await db('sandbox_payments')
    .where({ id })
    .whereNotIn('state', ENDED)
    .update({ state: 'cancelled', updated_at: db.fn.now() });
}

/** Refunds money; idempotent by refund. @throws PaymentRefusedError for more than was paid. */
export async function refundSandboxPayment(db: Knex, request: RefundRequest): Promise<string> {
  return db.transaction(async (trx) => {
    const row: PaymentRow | undefined = await trx('sandbox_payments')
      .where({ id: request.paymentRef })
      .forUpdate()
      .first();
    const known = await trx('sandbox_refunds').where({ reference: request.refundId }).first('id');
    if (known) {
      return known.id;
    }
    if (row?.state !== 'succeeded' || row.refunded + request.amount > row.amount) {
      throw new PaymentRefusedError('charge_already_refunded');
    }
    const id = `ref_${randomToken(96)}`;
    await trx('sandbox_refunds').insert({
      id,
      payment_id: row.id,
      reference: request.refundId,
      amount: request.amount,
    });
    await trx('sandbox_payments')
      .where({ id: row.id })
      .update({ refunded: row.refunded + request.amount });
    return id;
  });
}

/** Creates a payment setup; idempotent. */
export async function createSandboxSetup(
  db: Knex,
  { setupId, payer }: { setupId: string; payer: Payer },
): Promise<Payment> {
  await db('sandbox_setups')
    .insert({
      id: `set_${randomToken(96)}`,
      client_token: `tok_${randomToken(192)}`,
      reference: setupId,
      customer: payer.accountId,
    })
    .onConflict('reference')
    .ignore();
  const row = await db('sandbox_setups').where({ reference: setupId }).first('id', 'client_token');
  return { ref: row.id, clientToken: row.client_token, payerRef: null };
}

/** @throws Error when the sandbox has no such setup. */
export async function readSandboxSetup(db: Knex, id: string): Promise<SetupReport> {
  const row = await db('sandbox_setups').where({ id }).first('state', 'source_id');
  if (!row) {
    throw new Error(`The sandbox knows no setup ${id}`);
  }
  const source = await readSource(db, row.source_id);
  return row.state === 'succeeded' && source ? { state: 'done', source } : { state: 'open', source: null };
}

/** Deletes a stored source. */
export async function forgetSandboxSource(db: Knex, id: string): Promise<void> {
  await db('sandbox_sources').where({ id }).delete();
}

/**
 * Stores the outcome of a confirmation; a completed or cancelled one is unchanged.
 * @returns the payment's or setup's id and its current state; null for an unknown token.
 */
export async function confirmSandboxPayment(
  db: Knex,
  token: string,
  outcome: SandboxConfirmation,
): Promise<{ id: string; state: PaymentState; changed: boolean } | null> {
  return db.transaction(async (trx) => {
    for (const table of ['sandbox_payments', 'sandbox_setups']) {
      const row = await trx(table)
        .where({ client_token: token })
        .forUpdate()
        .first('id', 'state', 'customer', 'source_id');
      if (row) {
        return ENDED.includes(row.state)
          ? { id: row.id, state: row.state, changed: false }
          : writeOutcome(trx, table, row, outcome);
      }
    }
    return null;
  });
}

async function writeOutcome(
  trx: Knex,
  table: string,
  row: { id: string; customer: string | null; source_id: string | null },
  outcome: SandboxConfirmation,
): Promise<{ id: string; state: PaymentState; changed: boolean }> {
  const isKept = outcome.state === 'succeeded' && outcome.source !== null && row.customer !== null;
  const sourceId = isKept ? await savePaymentSource(trx, row.customer ?? '', outcome.source) : row.source_id;
  const error =
    table === 'sandbox_payments' ? { error_code: outcome.errorCode, updated_at: trx.fn.now() } : {};
  await trx(table)
    .where({ id: row.id })
    .update({ state: outcome.state, source_id: sourceId, ...error });
  return { id: row.id, state: outcome.state, changed: true };
}

async function savePaymentSource(
  trx: Knex,
  customer: string,
  source: SandboxSource | null,
): Promise<string | null> {
  if (source === null) {
    return null;
  }
  const id = `src_${randomToken(96)}`;
  await trx('sandbox_sources').insert({
    id,
    reference: customer,
    type: source.type,
    ...(source.type === 0
      ? {
          number_end: source.last4,
          brand: source.brand,
          exp_month: source.expMonth,
          exp_year: source.expYear,
        }
      : {}),
  });
  return id;
}

async function readSource(db: Knex, id: string | null): Promise<Source | null> {
  const row: SourceRow | undefined =
    id === null ? undefined : await db('sandbox_sources').where({ id }).first();
  if (!row) {
    return null;
  }
  return row.type === 0
    ? {
        ref: row.id,
        type: 0,
        info: {
          last4: row.number_end ?? '',
          brand: row.brand ?? '',
          expMonth: row.exp_month ?? 0,
          expYear: row.exp_year ?? 0,
        },
      }
    : { ref: row.id, type: 1, info: { customerId: row.id, name: 'Sandbox' } };
}
