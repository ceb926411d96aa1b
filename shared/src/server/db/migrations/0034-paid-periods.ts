import type { Migration } from '../migrate.ts';

/**
 * Fills in what workspaces and orders from before payments were kept by period do not say: what was paid for the time that
 * runs, by which order, and which part of that time each order added.
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
 * The newest order pays for the end of the time, the one before it for what comes before. A month back from the end of one is
 * not always its beginning (31 January, 28 February), so what nearly begins with the period does.
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
