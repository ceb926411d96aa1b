import { findPlanPrice, PLANS } from '../../plans.ts';
import { uuidv7 } from '../ids.ts';
import type { Knex } from './knex.ts';
import { recordLive } from './live-events.ts';
import type { OrderRow } from './orders.ts';
import { recordEvent } from './outbox.ts';

/** What an invoice says, as things were when it was made; amounts in cents. Kept as it is whatever changes later. */
export type InvoiceDetails = {
  language: string;
  workspace: string;
  plan: string;
  months: number;
  amount: number;
  discount: number;
  /** The code that the discount was given for; those of an older version name none. */
  code?: string | null;
  credit: number;
  /** Nothing is taxed yet; the line is there. */
  tax: number;
  total: number;
  billing: Record<
    'name' | 'email' | 'addressLine1' | 'city' | 'state' | 'postalCode' | 'country' | 'legalId',
    string | null
  > | null;
  /** The number of the invoice that a credit note is about. */
  corrects: string | null;
};

/** An invoice or credit note as its document is made from it. */
export type InvoiceRecord = {
  id: string;
  account_id: string | null;
  /** The order that it is for; null for a credit note. */
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

/** Makes out the invoice of an order that was paid, in the transaction that settles it. */
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

/** Makes out the credit note of money that was given back. */
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

/** An invoice with all that its document says. */
export async function findInvoiceRecord(db: Knex, id: string): Promise<InvoiceRecord | null> {
  return (await db('invoices').where({ id }).first()) ?? null;
}

/** Ties the document to its invoice; one that has one already keeps it. */
export async function attachDocument(trx: Knex, id: string, objectId: string): Promise<boolean> {
  const attached = await trx('invoices')
    .where({ id, document_object: null })
    .update({ document_object: objectId });
  return attached > 0;
}

type NewInvoice = Omit<InvoiceRecord, 'id' | 'number' | 'document_object' | 'created_at'> & {
  refund_id: string | null;
};

async function insertInvoice(trx: Knex, invoice: NewInvoice): Promise<void> {
  const id = uuidv7();
  const number = await nextNumber(trx, invoice.kind);
  await trx('invoices').insert({ ...invoice, id, number, details: JSON.stringify(invoice.details) });
  await recordEvent(trx, { name: 'invoice.recorded', payload: { invoiceId: id } });
  const accountId = invoice.account_id;
  if (accountId !== null) {
    await recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
  }
}

const PREFIX = { invoice: 'INV', 'credit-note': 'CN' } as const;

/**
 * The next number of a series. The counter's row stays locked until the invoice is committed, so numbers follow each other
 * in the order of the commits, and one that was rolled back is given to the next.
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
    rows: { name: string; locale: string; code: string | null; billing: InvoiceDetails['billing'] }[];
  }>(
    `select a.name, u.locale, (select d.code from discounts d where d.id = ?) as code, (select json_build_object('name', b.name, 'email', b.email,
         'addressLine1', b.address_line1, 'city', b.city, 'state', b.state, 'postalCode', b.postal_code,
         'country', b.country, 'legalId', b.legal_id) from billing_infos b where b.account_id = a.id) as billing
     from accounts a join users u on u.id = a.owner_id where a.id = ?`,
    [order.discount_id, order.account_id],
  );
  const price = findPlanPrice(order.plan_price);
  return {
    language: rows[0]?.locale ?? 'en',
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
    corrects: null,
  };
}
