import { ORDER_STATUS } from '../../domain/order.ts';
import { SUBSCRIPTION_STATUS } from '../../domain/subscription.ts';
import type { Knex } from './knex.ts';
import { recordLive } from './live-events.ts';
import type { OrderRow } from './orders.ts';
import { lockSubscription, type SubscriptionRow } from './subscription-row.ts';
import { supersedeRenewals } from './supersede-renewals.ts';

/** The time that one order added to the period that runs, and the cents of value that are still in it. */
type Share = { id: string; value: number; from: Date; until: Date };

/**
 * Takes back what money that was given back had paid for. An order that was given back whole takes the time along that it
 * added and that is still to come, and nothing of the time that others paid for; of a part only what could be credited is
 * less. For whoever holds the workspace's lock, after the order's own row was written.
 */
export async function takePlanBack(trx: Knex, order: OrderRow, isWhole: boolean): Promise<void> {
  const account = await lockSubscription(trx, order.account_id);
  if (account === null) {
    return;
  }
  const shares = await listShares(trx, account, order.id);
  const place = shares.findIndex(({ id }) => id === order.id);
  if (place >= 0) {
    await (isWhole ? takeTime(trx, { account, order, shares, place }) : writePeriod(trx, account, shares));
  } else if (isWhole) {
    await takeCredit(trx, order);
    await forgetSync(trx, account);
  }
  await recordLive(trx, { topic: 'account', id: account.id, type: 'updated', accountId: account.id });
}

/** The orders that the running period is made of, the earliest first. */
async function listShares(trx: Knex, account: SubscriptionRow, orderId: string): Promise<Share[]> {
  const rows: { id: string; value: number; adds_from: string; adds_until: string }[] = await trx('orders')
    .where({ account_id: account.id, plan_price: account.plan_price })
    .where((counts) => counts.where({ is_active: true }).orWhere({ id: orderId }))
    .where('adds_from', '>=', account.period_start)
    .orderBy('adds_from')
    .select('id', 'adds_from', 'adds_until', trx.raw('total_amount - refunded + credit as value'));
  return rows.map(({ id, value, adds_from: from, adds_until: until }) => ({
    id,
    value,
    from: new Date(from),
    until: new Date(until),
  }));
}

async function takeTime(
  trx: Knex,
  taken: { account: SubscriptionRow; order: OrderRow; shares: readonly Share[]; place: number },
): Promise<void> {
  const { account, order, shares, place } = taken;
  const now = Date.parse(account.now);
  const own = shares[place];
  const goneMs = own ? Math.max(0, own.until.getTime() - Math.max(own.from.getTime(), now)) : 0;
  const earlier = (date: Date) => new Date(date.getTime() - goneMs);
  const later = shares.slice(place + 1).map((share) => ({
    ...share,
    from: earlier(share.from),
    until: earlier(share.until),
  }));
  for (const { id, from, until } of later) {
    await trx('orders').where({ id }).update({ adds_from: from, adds_until: until });
  }
  await trx('accounts')
    .where({ id: account.id })
    .update({ credit: trx.raw('credit + ?', [order.credit]) });
  const left = [...shares.slice(0, place), ...later];
  const end = left.at(-1)?.until;
  if (end === undefined || end.getTime() <= now) {
    await moveToFree(trx, account.id);
  } else {
    await writePeriod(trx, account, left);
  }
}

/** Writes the period as it follows from its orders. */
async function writePeriod(trx: Knex, account: SubscriptionRow, shares: readonly Share[]): Promise<void> {
  const [first] = shares;
  const last = shares.at(-1);
  await trx('accounts')
    .where({ id: account.id })
    .update({
      period_paid: shares.reduce((sum, { value }) => sum + value, 0),
      period_start: first?.from,
      plan_expires_at: last?.until,
      last_order: last?.id,
      ...(account.renew_at !== null && account.renew_tries === 0 ? { renew_at: last?.until } : {}),
    });
}

async function moveToFree(trx: Knex, id: string): Promise<void> {
  await trx('accounts').where({ id }).update({
    plan: 'free',
    plan_price: null,
    plan_expires_at: null,
    period_start: null,
    period_paid: 0,
    renew_at: null,
    last_order: null,
    subscription_status: SUBSCRIPTION_STATUS.active,
  });
  await supersedeRenewals(trx, id);
}

/**
 * An order that another plan has followed left its unused share as credit, which was paid with the money that went back: it is
 * taken as far as it is there.
 */
async function takeCredit(trx: Knex, order: OrderRow): Promise<void> {
  await trx.raw(
    `update accounts a set credit = a.credit - least(a.credit, o.total_amount, floor(
       (o.total_amount + o.credit) * extract(epoch from o.adds_until - n.at) / extract(epoch from o.adds_until - o.adds_from))::int)
     from orders o, (select min(l.adds_from) as at from orders l, orders f where f.id = ? and l.account_id = f.account_id
       and l.plan_price <> f.plan_price and l.adds_from > f.adds_from and l.adds_from < f.adds_until) n
     where o.id = ? and a.id = o.account_id and n.at is not null`,
    [order.id, order.id],
  );
}

/** Nobody has to look at a workspace any more whose every payment has its plan or was given back. */
async function forgetSync(trx: Knex, account: SubscriptionRow): Promise<void> {
  if (account.subscription_status !== SUBSCRIPTION_STATUS.needsSync) {
    return;
  }
  const waits = await trx('orders')
    .where({ account_id: account.id, status: ORDER_STATUS.paid, is_active: false, is_superseded: false })
    .first('id');
  if (waits === undefined) {
    await trx('accounts')
      .where({ id: account.id })
      .update({ subscription_status: SUBSCRIPTION_STATUS.active });
  }
}
