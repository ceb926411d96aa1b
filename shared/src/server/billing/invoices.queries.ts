import { DEFAULT_LANGUAGE } from '../../i18n/t.ts';
import { findPlanPrice, PLANS } from '../../plans.ts';
import type { Knex } from '../db/knex.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import type { Seller } from '../runtime/env.ts';
import { uuidv7 } from '../runtime/ids.ts';
import type { OrderRow } from './order-row.ts';

/** Content of an invoice at its creation; amounts in cents. Only the first drawing adds to it. */
export type InvoiceDetails = {
  language: string;
  workspace: string;
  plan: string;
  months: number;
  amount: number;
  discount: number;
  /** Code of the discount; absent in invoices of an older version. */
  code?: string | null;
  credit: number;
  /** No longer used: the tax follows from the rate of the installation. */
  tax: number;
  total: number;
  billing: Record<
    'name' | 'email' | 'addressLine1' | 'city' | 'state' | 'postalCode' | 'country' | 'legalId',
    string | null
  > | null;
  /** The mail address of the workspace's owner; absent in those of an older version. */
  ownerEmail?: string | null;
  /** The time that was paid for; absent in those of an older version. */
  period?: { from: string; until: string } | null;
  /** Number of the invoice that a credit note corrects. */
  corrects: string | null;
  /** The seller that its document names, from its first drawing on; absent in those of an older version. */
  seller?: Seller;
};

/** An invoice or credit note as the source of its PDF. */
export type InvoiceRecord = {
  id: string;
  account_id: string | null;
  /** Order of the invoice; null for a credit note. */
  order_id: string | null;
  number: string;
  kind: 'invoice' | 'credit-note';
  amount: number;
  currency: string;
  transaction_id: string | null;
  document_object: string | null;
  details: InvoiceDetails;
  created_at: string;
};

/** Creates the invoice of a paid order, in the transaction that settles it. */
export async function recordInvoice(
  trx: Knex,
  { order, transactionId }: { order: OrderRow; transactionId: string | null },
): Promise<void> {
  await insertInvoice(trx, {
    account_id: order.account_id,
    order_id: order.id,
    refund_id: null,
    kind: 'invoice',
    amount: order.total_amount,
    currency: order.currency,
    transaction_id: transactionId,
    details: await describe(trx, order),
  });
}

/** Creates the credit note of a refund. */
export async function recordCreditNote(
  trx: Knex,
  { order, refund }: { order: OrderRow; refund: { id: string; amount: number; provider_ref: string | null } },
): Promise<void> {
  const invoice = await trx('invoices').where({ order_id: order.id }).first('number', 'details');
  const details: InvoiceDetails = invoice?.details ?? (await describe(trx, order));
  await insertInvoice(trx, {
    account_id: order.account_id,
    order_id: null,
    refund_id: refund.id,
    kind: 'credit-note',
    amount: -refund.amount,
    currency: order.currency,
    transaction_id: refund.provider_ref ?? order.transaction_id,
    details: { ...details, total: -refund.amount, corrects: invoice?.number ?? null },
  });
}

/** An invoice with all data for its PDF. */
export async function findInvoiceRecord(db: Knex, id: string): Promise<InvoiceRecord | null> {
  return (await db('invoices').where({ id }).first()) ?? null;
}

/**
 * Attaches the PDF to its invoice; an existing one is kept. The seller is stored too.
 * So another drawing has the same content when the environment has changed.
 */
export async function attachDocument(
  trx: Knex,
  id: string,
  { objectId, seller }: { objectId: string; seller: Seller },
): Promise<boolean> {
  const attached = await trx('invoices')
    .where({ id, document_object: null })
    .update({
      document_object: objectId,
      details: trx.raw(`jsonb_build_object('seller', ?::jsonb) || details`, [JSON.stringify(seller)]),
    });
  return attached > 0;
}

type NewInvoice = Omit<InvoiceRecord, 'id' | 'number' | 'document_object' | 'created_at'> & {
  refund_id: string | null;
};

async function insertInvoice(trx: Knex, invoice: NewInvoice): Promise<void> {
  const id = uuidv7();
  const number = await nextNumber(trx, invoice.kind);
  await trx('invoices').insert({ ...invoice, id, number, details: JSON.stringify(invoice.details) });
  const accountId = invoice.account_id;
  const turn = await countUndrawn(trx, { id, accountId });
  await recordEvent(trx, {
    name: 'invoice.recorded',
    payload: { invoiceId: id, ...(turn > 0 && { turn }) },
  });
  if (accountId !== null) {
    await recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
  }
}

/** Largest turn of an invoice's PDF. */
const MAX_TURN = 50;

/** Number of other invoices of a workspace that wait for their PDF, at most {@link MAX_TURN}. */
async function countUndrawn(
  trx: Knex,
  { id, accountId }: { id: string; accountId: string | null },
): Promise<number> {
  const others = trx('invoices')
    .where({ account_id: accountId, document_object: null })
    .whereNot({ id })
    .limit(MAX_TURN)
    .select('id');
  return (await others).length;
}

const PREFIX = { invoice: 'INV', 'credit-note': 'CN' } as const;

/**
 * Next number of a series. The counter's row stays locked until the invoice is committed. So numbers follow
 * the order of commits, and the number of a rolled back invoice is used by the next one.
 */
async function nextNumber(trx: Knex, kind: InvoiceRecord['kind']): Promise<string> {
  const { rows } = await trx.raw<{ rows: { series: string; last: number }[] }>(
    `insert into invoice_counters (series, last)
     values (? || '-' || to_char(now() at time zone 'utc', 'YYYY'), 1)
     on conflict (series) do update set last = invoice_counters.last + 1 returning series, last`,
    [PREFIX[kind]],
  );
  const [row] = rows;
  if (!row) {
    throw new Error('The invoice got no number');
  }
  return `${row.series}-${String(row.last).padStart(6, '0')}`;
}

async function describe(trx: Knex, order: OrderRow): Promise<InvoiceDetails> {
  const { rows } = await trx.raw<{
    rows: {
      name: string;
      locale: string;
      email: string;
      code: string | null;
      period: InvoiceDetails['period'];
      billing: InvoiceDetails['billing'];
    }[];
  }>(
    `select a.name, u.locale, u.email, (select d.code from discounts d where d.id = ?) as code,
       (select json_build_object('from', o.adds_from, 'until', o.adds_until) from orders o
         where o.id = ? and o.adds_from is not null and o.adds_until is not null) as period, (select json_build_object('name', b.name, 'email', b.email,
         'addressLine1', b.address_line1, 'city', b.city, 'state', b.state, 'postalCode', b.postal_code,
         'country', b.country, 'legalId', b.legal_id) from billing_infos b where b.account_id = a.id) as billing
     from accounts a join users u on u.id = a.owner_id where a.id = ?`,
    [order.discount_id, order.id, order.account_id],
  );
  const price = findPlanPrice(order.plan_price);
  return {
    language: rows[0]?.locale ?? DEFAULT_LANGUAGE,
    workspace: rows[0]?.name ?? '',
    plan: price ? PLANS[price.plan].displayName : '',
    months: order.months,
    amount: order.amount,
    discount: order.discount,
    code: rows[0]?.code ?? null,
    credit: order.credit,
    tax: 0,
    total: order.total_amount,
    billing: rows[0]?.billing ?? null,
    ownerEmail: rows[0]?.email ?? null,
    period: rows[0]?.period ?? null,
    corrects: null,
  };
}
