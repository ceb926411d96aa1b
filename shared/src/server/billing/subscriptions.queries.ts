import {
  canRetryRenewal,
  endOfGrace,
  GRACE_DAYS,
  nextRenewal,
  quote,
  type Renewal,
  SUBSCRIPTION_STATUS,
} from '../../domain/subscription.ts';
import { findPlanPrice } from '../../plans.ts';
import type { Knex } from '../db/knex.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { recordEvent, recordEvents } from '../jobs/outbox.queries.ts';
import { OVERFLOW_RESTARTED } from '../storage/overflows.queries.ts';
import { isInGroupSql } from './order-row.ts';
import { freeOfCharge, insertOrder } from './orders.ts';
import { findDefaultSource } from './payment-sources.queries.ts';
import { settleOrder } from './settle-order.ts';
import { lockSubscription, periodOf, type SubscriptionRow } from './subscription-row.queries.ts';
import { supersedeRenewals } from './unpaid-orders.queries.ts';

const BATCH = 500;
const RENEWALS = 100;
/** Provider name of a renewal that credit pays in full. */
const CREDIT = 'credit';

/**
 * Workspaces whose paid period has ended: those without a renewal, and those whose renewal has failed for a
 * week.
 */
export const ENDED_SUBSCRIPTIONS = `select id from accounts
  where plan_expires_at <= now()
    and (renew_at is null or plan_expires_at <= now() - interval '${GRACE_DAYS} days')
  order by plan_expires_at limit ${BATCH}`;

/** Workspaces whose next period is due for a charge. */
export const DUE_RENEWALS = `select id from accounts where renew_at <= now() order by renew_at limit ${RENEWALS}`;

/**
 * Moves the workspaces whose paid period has ended to Free, by the database's clock, and notifies their
 * clients. A payment that is settled concurrently waits for the row and then counts, unless it is a
 * renewal's, which is refunded.
 * @returns the number of moved workspaces; there may be more.
 */
export async function endSubscriptions(trx: Knex.Transaction): Promise<number> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `update accounts set plan = 'free', plan_price = null, plan_expires_at = null, period_start = null, period_paid = 0,
       renew_at = null, renew_tries = 0, last_order = null, subscription_status = ${SUBSCRIPTION_STATUS.active},
       overflown_since = ${OVERFLOW_RESTARTED}
     where id in (${ENDED_SUBSCRIPTIONS} for no key update skip locked) returning id`,
  );
  for (const { id } of rows) {
    await supersedeRenewals(trx, id);
    await recordLive(trx, { topic: 'account', id, type: 'updated', accountId: id });
  }
  await recordEvents(
    trx,
    rows.map(({ id }) => ({ name: 'subscription.ended' as const, payload: { accountId: id } })),
  );
  return rows.length;
}

/**
 * Orders the next period of the workspaces whose period has ended, from their default source. Every attempt
 * is a separate order; the next one is scheduled before this one is charged, so no crash charges twice.
 * @returns the number of orders, of which there may be more; and the failures, each of which is retried in an
 * hour.
 */
export async function renewSubscriptions(
  trx: Knex.Transaction,
): Promise<{ ordered: number; failures: { accountId: string; error: unknown }[] }> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(`${DUE_RENEWALS} for no key update skip locked`);
  const failures: { accountId: string; error: unknown }[] = [];
  let ordered = 0;
  for (const { id } of rows) {
    try {
      ordered += (await trx.transaction((inner) => renewOne(inner, id))) ? 1 : 0;
    } catch (error) {
      // A failure of one workspace does not stop the others.
      failures.push({ accountId: id, error });
      await trx('accounts')
        .where({ id })
        .update({ renew_at: trx.raw(`now() + interval '1 hour'`) });
    }
  }
  return { ordered, failures };
}

async function renewOne(trx: Knex.Transaction, id: string): Promise<boolean> {
  const account = await lockSubscription(trx, id);
  return account !== null && renew(trx, account);
}

/** Retries a failed renewal immediately, as there is another source. It counts as one of the attempts. */
export async function retryRenewal(trx: Knex, accountId: string): Promise<void> {
  const account = await lockSubscription(trx, accountId);
  const renewal = account && renewalOf(account);
  if (account?.has_failed_renewal && renewal && canRetryRenewal(renewal, new Date(account.now))) {
    await renew(trx, account);
  }
}

/**
 * Cancels a plan at the end of its paid period; a renewal in progress is refunded. @returns false without a
 * paid plan.
 */
export async function cancelSubscription(trx: Knex, accountId: string): Promise<boolean> {
  const account = await lockSubscription(trx, accountId);
  if (!account?.plan_expires_at || account.subscription_status === SUBSCRIPTION_STATUS.needsSync) {
    return false;
  }
  await supersedeRenewals(trx, accountId);
  return write(trx, accountId, {
    subscription_status: SUBSCRIPTION_STATUS.cancelled,
    renew_at: null,
    renew_tries: 0,
  });
}

/** Revokes a cancellation while the plan lasts. @returns false where there is none. */
export async function reactivateSubscription(trx: Knex, accountId: string): Promise<boolean> {
  const account = await lockSubscription(trx, accountId);
  const isOn = account?.plan_expires_at && account.plan_expires_at > account.now;
  if (account?.subscription_status === SUBSCRIPTION_STATUS.active && account.plan !== 'free') {
    return true;
  }
  if (!isOn || account.subscription_status !== SUBSCRIPTION_STATUS.cancelled) {
    return false;
  }
  return write(trx, accountId, {
    subscription_status: SUBSCRIPTION_STATUS.active,
    renew_at: account.plan_expires_at,
    renew_tries: 0,
  });
}

async function renew(trx: Knex, account: SubscriptionRow): Promise<boolean> {
  const price = account.plan_price === null ? undefined : findPlanPrice(account.plan_price);
  const canRenew = account.is_active && account.subscription_status === SUBSCRIPTION_STATUS.active;
  const renewal = renewalOf(account);
  const now = new Date(account.now);
  if (!price || !canRenew || !renewal || !canRetryRenewal(renewal, now)) {
    await write(trx, account.id, { renew_at: null });
    return false;
  }
  if (await hasOpenOrder(trx, account.id)) {
    await write(trx, account.id, { renew_at: trx.raw(`now() + interval '1 hour'`) });
    return false;
  }
  const { end } = renewal;
  const tries = renewal.tries + 1;
  await write(trx, account.id, {
    // After the last attempt the subscription is checked once more, at the end of its grace period.
    renew_at: nextRenewal({ end, tries }, now) ?? endOfGrace(end),
    renew_tries: tries,
  });
  const sum = quote({ price, promotion: null, period: periodOf(account), now });
  const source = await findDefaultSource(trx, account.id);
  if (source === null && sum.total > 0) {
    await recordEvent(trx, { name: 'renewal.failed', payload: { accountId: account.id } });
    return false;
  }
  const order = await insertOrder(trx, {
    ...sum,
    accountId: account.id,
    userId: null,
    price,
    kind: 'renewal',
    provider: source?.provider ?? CREDIT,
    sourceId: source?.id ?? null,
    // A code applies only to its own order: renewals are charged in full.
    discountId: null,
  });
  if (sum.total === 0) {
    await settleOrder(trx, order.id, freeOfCharge(order));
  }
  return true;
}

function renewalOf({ plan_expires_at: end, renew_tries: tries }: SubscriptionRow): Renewal | null {
  return end === null ? null : { end: new Date(end), tries };
}

async function hasOpenOrder(trx: Knex, accountId: string): Promise<boolean> {
  const row = await trx('orders')
    .where({ account_id: accountId })
    .whereRaw(isInGroupSql('open', 'orders'))
    .first('id');
  return row !== undefined;
}

async function write(trx: Knex, id: string, change: Record<string, unknown>): Promise<boolean> {
  await trx('accounts').where({ id }).update(change);
  await recordLive(trx, { topic: 'account', id, type: 'updated', accountId: id });
  return true;
}
