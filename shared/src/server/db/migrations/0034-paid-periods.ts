import type { Migration } from '../migrate.ts';

/**
 * Fills in missing data of workspaces and orders from before paid periods were stored: the value of the
 * current period, its order, and the part of the period that each order added.
 */
export const paidPeriods: Migration = {
  name: '0034-paid-periods',
  up: async (trx) => {
    await trx.raw(NEWEST_ORDERS);
    await trx.raw(ADDED_TIMES);
  },
};

const NEWEST_ORDERS = `
  update accounts a set
    last_order = o.id,
    period_start = coalesce(a.period_start, a.plan_expires_at - make_interval(months => o.months)),
    period_paid = case when a.period_start is null then o.total_amount + o.credit - o.refunded else a.period_paid end,
    renew_at = case when a.subscription_status = 1 then coalesce(a.renew_at, a.plan_expires_at) else a.renew_at end
  from (
    select distinct on (n.account_id) n.* from orders n join accounts w on w.id = n.account_id and w.plan_price = n.plan_price
    where n.status = 1 and n.is_active order by n.account_id, n.created_at desc, n.id desc) o
  where o.account_id = a.id and a.last_order is null and a.plan_expires_at is not null`;

/**
 * The newest order paid for the end of the period, earlier ones for the time before it. A month before the
 * end is not always the beginning (31 January, 28 February), so an approximate match counts as the beginning.
 */
const ADDED_TIMES = `
  update orders o set
    adds_from = case when abs(extract(epoch from t.starts - t.period_start)) < 4 * 86400 then t.period_start else t.starts end,
    adds_until = t.ends
  from (
    select id, period_start, ends, ends - make_interval(months => months) as starts from (
      select n.id, n.months, a.period_start, a.plan_expires_at - make_interval(months => coalesce(sum(n.months) over (
        partition by n.account_id order by n.created_at desc, n.id desc rows between unbounded preceding and 1 preceding), 0)::int)
        as ends
      from orders n join accounts a on a.id = n.account_id and a.plan_price = n.plan_price
      where n.status = 1 and n.is_active and a.plan_expires_at is not null) s) t
  where o.id = t.id and o.adds_from is null`;
