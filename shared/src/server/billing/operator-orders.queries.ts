import type { OrderFilter } from '../../contract/operators.ts';
import type { OrderStatus } from '../../domain/order.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { Knex } from '../db/knex.ts';
import { type PageOf, readPage, readQuery } from '../db/read-query.ts';
import { isInGroupSql } from './order-row.ts';

/** An order with its payer. */
export type OperatorOrderRow = {
  id: string;
  account_id: string;
  workspace: string;
  owner_email: string;
  plan_price: string;
  kind: 'purchase' | 'renewal';
  months: number;
  total_amount: number;
  refunded: number;
  currency: string;
  status: OrderStatus;
  is_active: boolean;
  provider: string;
  transaction_id: string | null;
  error_code: string | null;
  is_superseded: boolean;
  taken_amount: number | null;
  taken_currency: string | null;
  refund_refused_at: string | null;
  created_at: string;
};

/** Revenue of one month, in cents. */
export type RevenueRow = { month: string; paid: number; refunded: number; failed_renewals: number };

const COLUMNS = `o.id, o.account_id, a.name as workspace, u.email as owner_email, o.plan_price, o.kind, o.months, o.total_amount,
  o.refunded, o.currency, o.status, o.is_active, o.provider, o.transaction_id, o.error_code, o.is_superseded,
  o.taken_amount, o.taken_currency, o.refund_refused_at, o.created_at`;

/** Each kind of identifier has a separate look-up. `$2` equals `$1` where that is a uuid. */
const NAMED = `o.id in (
  select id from orders where id = $2::uuid
  union all select id from orders where transaction_id = $1
  union all select n.id from users p join accounts w on w.owner_id = p.id join orders n on n.account_id = w.id
    where p.email = lower($1))`;

const STATES: Readonly<Record<OrderFilter, string>> = {
  held: isInGroupSql('held'),
  open: isInGroupSql('open'),
  paid: isInGroupSql('paid'),
  refunded: `${isInGroupSql('settled')} and o.refunded > 0`,
  failed: isInGroupSql('ended'),
  renewals: isInGroupSql('failedRenewals'),
};

/**
 * A page of orders, newest first.
 * @param page.q an order's uuid, a transaction id, or a full email address
 */
export async function listOperatorOrders(
  db: Knex,
  page: { q: string | null; state: OrderFilter | null; limit: number; offset: number },
): Promise<PageOf<OperatorOrderRow>> {
  const { q, state, limit, offset } = page;
  const conditions = [...(q === null ? [] : [NAMED]), ...(state === null ? [] : [STATES[state]])];
  const where = conditions.length === 0 ? 'true' : conditions.join(' and ');
  const values = q === null ? [] : [q, isUuid(q) ? q : null];
  const name = `${state ?? 'all'}${q === null ? '' : '-named'}`;
  return readPage<OperatorOrderRow>(db, {
    name: `operator-orders-${name}`,
    rows: [
      `select ${COLUMNS} from (
         select * from orders o where ${where}
         order by o.created_at desc, o.id limit $${values.length + 1} offset $${values.length + 2}) o
       join accounts a on a.id = o.account_id join users u on u.id = a.owner_id
       order by o.created_at desc, o.id`,
      [...values, limit, offset],
    ],
    total: [`select count(*)::bigint as total from orders o where ${where}`, values],
  });
}

/** Revenue of the last twelve months in UTC, oldest first, including months without payments. */
export function readRevenue(db: Knex): Promise<RevenueRow[]> {
  return readQuery<RevenueRow>(
    db,
    'operator-revenue',
    `select to_char(m, 'YYYY-MM') as month,
       (select coalesce(sum(i.amount), 0)::bigint from invoices i where i.kind = 'invoice'
          and i.created_at >= m at time zone 'utc' and i.created_at < (m + interval '1 month') at time zone 'utc') as paid,
       (select coalesce(-sum(i.amount), 0)::bigint from invoices i where i.kind = 'credit-note'
          and i.created_at >= m at time zone 'utc' and i.created_at < (m + interval '1 month') at time zone 'utc') as refunded,
       (select count(*)::bigint from orders o where ${isInGroupSql('failedRenewals')}
          and o.created_at >= m at time zone 'utc' and o.created_at < (m + interval '1 month') at time zone 'utc') as failed_renewals
     from generate_series(date_trunc('month', now() at time zone 'utc') - interval '11 months',
       date_trunc('month', now() at time zone 'utc'), interval '1 month') as m order by m`,
    [],
  );
}
