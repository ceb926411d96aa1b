import type { Knex } from '../db/knex.ts';
import { type PageOf, readPage, readQuery } from '../db/read-query.ts';

type Page = { ownerId: string; accountId: string | null; limit: number; offset: number };

export type BillingInfoRow = {
  id: string;
  account_id: string;
  name: string | null;
  email: string | null;
  address_line1: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string | null;
  legal_id: string | null;
};

export type PaymentSourceRow = {
  id: string;
  account_id: string;
  type: 0 | 1;
  info: Record<string, unknown>;
  is_default: boolean;
};

export type InvoiceRow = {
  id: string;
  account_id: string;
  number: string;
  amount: number;
  currency: string;
  transaction_id: string | null;
  document_object: string | null;
  created_at: string;
};

const INVOICE =
  'b.id, b.account_id, b.number, b.amount, b.currency, b.transaction_id, b.document_object, b.created_at';

/** A page of rows of the workspaces that a user owns, or of one of them, with the total. */
async function readOwnedPage<Row>(
  db: Knex,
  source: { name: string; table: string; columns: string; order: string },
  { ownerId, accountId, limit, offset }: Page,
): Promise<PageOf<Row>> {
  const from = `from ${source.table} b join accounts a on a.id = b.account_id
    where a.owner_id = $1 and ($2::uuid is null or a.id = $2)`;
  return readPage<Row>(db, {
    name: `${source.name}-list`,
    rows: [
      `select ${source.columns} ${from} order by ${source.order} limit $3 offset $4`,
      [ownerId, accountId, limit, offset],
    ],
    total: [`select count(*)::bigint as total ${from}`, [ownerId, accountId]],
  });
}

/** Billing details of a user's workspaces. */
export function listBillingInfos(db: Knex, page: Page): Promise<PageOf<BillingInfoRow>> {
  return readOwnedPage(
    db,
    {
      name: 'billing-info',
      table: 'billing_infos',
      columns:
        'b.id, b.account_id, b.name, b.email, b.address_line1, b.city, b.state, b.postal_code, b.country, b.legal_id',
      order: 'b.created_at, b.id',
    },
    page,
  );
}

/** Cards and wallets of a user's workspaces, the default one first. */
export function listPaymentSources(db: Knex, page: Page): Promise<PageOf<PaymentSourceRow>> {
  return readOwnedPage(
    db,
    {
      name: 'payment-source',
      table: 'payment_sources',
      columns: 'b.id, b.account_id, b.type, b.info, b.is_default',
      order: 'b.is_default desc, b.created_at desc, b.id',
    },
    page,
  );
}

/** Invoices of a user's workspaces, newest first. */
export function listInvoices(db: Knex, page: Page): Promise<PageOf<InvoiceRow>> {
  return readOwnedPage(
    db,
    { name: 'invoice', table: 'invoices', columns: INVOICE, order: 'b.created_at desc, b.id' },
    page,
  );
}

/** One invoice with its workspace. */
export async function findInvoice(db: Knex, id: string): Promise<InvoiceRow | null> {
  const rows = await readQuery<InvoiceRow>(
    db,
    'invoice-read',
    `select ${INVOICE} from invoices b where b.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}
