import { ORDER_STATUS } from '../../domain/order.ts';
import { SUBSCRIPTION_STATUS } from '../../domain/subscription.ts';
import type { Knex } from '../db/knex.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { OVERFLOW_RESTARTED } from '../storage/overflows.queries.ts';
import type { OrderRow } from './order-row.ts';
import { lockSubscription, type SubscriptionRow } from './subscription-row.queries.ts';
import { supersedeRenewals } from './unpaid-orders.queries.ts';

/** Time that one order added to the current period, and the remaining value in cents. */
type Share = { id: string; value: number; from: Date; until: Date };

/**
 * Revokes the paid time of refunded money. A fully refunded order loses the time that it added and that is
 * still to come, but no time that other orders paid for; a partial refund reduces only the value that could
 * be credited. Requires the workspace's lock, after the order's own row was written.
 */
export async function revokePaidTime(
  trx: Knex,
  order: OrderRow,
  { amount, isWhole }: { amount: number; isWhole: boolean },
): Promise<void> {
  const account = await lockSubscription(trx, order.account_id);
  if (account === null) {
    return;
  }
  const shares = await listShares(trx, account, order.id);
  const place = shares.findIndex(({ id }) => id === order.id);
  if (place >= 0 || account.last_order === order.id) {
    await (isWhole ? takeTime(trx, { account, order, shares, place }) : takePaid(trx, account.id, amount));
  } else if (isWhole) {
    await takeCredit(trx, { account, order, shares });
    await forgetSync(trx, account);
  }
  await recordLive(trx, { topic: 'account', id: account.id, type: 'updated', accountId: account.id });
}

/** Orders of the current period, the earliest first; orders before a plan change have become credit. */
async function listShares(trx: Knex, account: SubscriptionRow, orderId: string): Promise<Share[]> {
  const rows: { id: string; value: number; adds_from: string; adds_until: string }[] = await trx(
    'orders as o',
  )
    .where({ 'o.account_id': account.id, 'o.plan_price': account.plan_price })
    .where((counts) => counts.where('o.is_active', true).orWhere('o.id', orderId))
    .where('o.adds_from', '>=', account.period_start)
    .whereNotExists((followers) =>
      followers
        .from('orders as l')
        .whereRaw('l.account_id = o.account_id and l.plan_price <> o.plan_price and l.began_at > o.began_at'),
    )
    .orderBy('o.adds_from')
    .select('o.id', 'o.adds_from', 'o.adds_until')
    .select(trx.raw('o.total_amount - o.refunded + o.credit as value'));
  return rows.map(({ id, value, adds_from: from, adds_until: until }) => ({
    id,
    value,
    from: new Date(from),
    until: new Date(until),
  }));
}

/**
 * Removes the time of an order. An order without recorded times, paid under an older version, loses the time
 * that no other order paid for.
 */
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
  const left = [...shares.slice(0, Math.max(0, place)), ...later];
  const end = left.at(-1)?.until;
  if (end === undefined || end.getTime() <= now) {
    await moveToFree(trx, account.id);
  } else {
    await writePeriod(trx, account, left);
  }
}

/** Writes the period that results from its orders. */
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
  await trx('accounts')
    .where({ id })
    .update({
      plan: 'free',
      overflown_since: trx.raw(OVERFLOW_RESTARTED),
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
 * Revokes the credit that a refunded order left at a plan change. It is taken from the existing credit, and
 * the rest from the credit that later orders were paid with, the newest first.
 */
async function takeCredit(
  trx: Knex,
  taken: { account: SubscriptionRow; order: OrderRow; shares: readonly Share[] },
): Promise<void> {
  const { account, order, shares } = taken;
  const next = await findFollower(trx, order.id);
  if (next === null) {
    return;
  }
  const balance = Math.min(account.credit, next.left);
  let short = next.left - balance;
  let paid = 0;
  const later: Pick<OrderRow, 'id' | 'credit'>[] = await trx('orders')
    .where({ account_id: account.id, is_active: true })
    .where('adds_from', '>=', next.at)
    .where('credit', '>', 0)
    .orderBy('adds_from', 'desc')
    .select('id', 'credit');
  for (const { id, credit } of later) {
    const part = Math.min(short, credit);
    await trx('orders')
      .where({ id })
      // The total stays: the revoked credit becomes a discount.
      .update({ credit: credit - part, discount: trx.raw('discount + ?', [part]) });
    short -= part;
    paid += shares.some((share) => share.id === id) ? part : 0;
  }
  await trx('accounts')
    .where({ id: account.id })
    .update({ credit: account.credit - balance });
  await takePaid(trx, account.id, paid);
}

/** Reduces the paid value of the period by `cents`; its time stays. */
async function takePaid(trx: Knex, id: string, cents: number): Promise<void> {
  await trx('accounts')
    .where({ id })
    .update({ period_paid: trx.raw('greatest(0, period_paid - ?)', [cents]) });
}

/**
 * Time of the plan change after an order, and its unused cents (without credit) at that time; null without a change.
 */
async function findFollower(trx: Knex, orderId: string): Promise<{ at: string; left: number } | null> {
  const { rows } = await trx.raw<{ rows: { at: string; left: number }[] }>(
    `select l.adds_from as at, least(o.total_amount, floor((o.total_amount + o.credit)
       * extract(epoch from o.adds_until - greatest(l.adds_from, o.adds_from)) / extract(epoch from o.adds_until - o.adds_from))::int) as left
     from orders o join orders l on l.account_id = o.account_id and l.plan_price <> o.plan_price
       and l.began_at > o.began_at and l.adds_from < o.adds_until
     where o.id = ? order by l.adds_from limit 1`,
    [orderId],
  );
  return rows[0] ?? null;
}

/** Clears the review state of a workspace once each of its payments has a plan or was refunded. */
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
