import { ORDER_STATUS } from '../../domain/order.ts';
import { creditFor, SUBSCRIPTION_STATUS } from '../../domain/subscription.ts';
import { findPlanPrice, type PlanPrice } from '../../plans.ts';
import type { Knex } from '../db/knex.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import type { OrderRow } from './order-row.ts';
import { periodOf, type SubscriptionRow } from './subscription-row.queries.ts';

/**
 * Activates the purchased plan; an order with a price that is not sold any more is held for review. Only a
 * purchase ends a cancellation: a late renewal does not.
 */
export async function activatePlan(trx: Knex, account: SubscriptionRow, order: OrderRow): Promise<void> {
  const price = findPlanPrice(order.plan_price);
  const { id } = account;
  if (price) {
    await begin(trx, { account, order, price });
  } else {
    await trx('accounts').where({ id }).update({ subscription_status: SUBSCRIPTION_STATUS.needsSync });
    if (order.status !== ORDER_STATUS.paid) {
      await recordEvent(trx, { name: 'order.held', payload: { orderId: order.id } });
    }
  }
  await recordLive(trx, { topic: 'account', id, type: 'updated', accountId: id });
}

type Purchase = { account: SubscriptionRow; order: OrderRow; price: PlanPrice };

async function begin(trx: Knex, purchase: Purchase): Promise<void> {
  const { account, order } = purchase;
  const { from, columns } = periodAfter(trx, purchase);
  const isCancelled = account.subscription_status === SUBSCRIPTION_STATUS.cancelled;
  const staysCancelled = order.kind === 'renewal' && isCancelled;
  const [after] = await trx('accounts')
    .where({ id: account.id })
    .update({
      ...columns,
      subscription_status: staysCancelled ? SUBSCRIPTION_STATUS.cancelled : SUBSCRIPTION_STATUS.active,
      last_order: order.id,
      renew_tries: 0,
    })
    .returning('plan_expires_at');
  const until: string = after.plan_expires_at;
  await trx('accounts')
    .where({ id: account.id })
    .update({ renew_at: staysCancelled ? null : until });
  await trx('orders')
    .where({ id: order.id })
    .update({ is_active: true, began_at: trx.raw('clock_timestamp()'), adds_from: from, adds_until: until });
}

/** Columns of a workspace after a payment: a longer period of the same plan, or another plan from now on. */
function periodAfter(trx: Knex, { account, order, price }: Purchase) {
  const period = periodOf(account);
  const now = new Date(account.now);
  const value = order.total_amount + order.credit;
  const left = Math.max(0, creditFor(price.uuid, period, now) - order.credit);
  const isOn = period.end !== null && period.end > now;
  const isMore =
    account.plan_price === price.uuid && period.end !== null && (isOn || order.kind === 'renewal');
  const from = isMore && period.end !== null ? period.end : now;
  return {
    from,
    columns: {
      plan: price.plan,
      plan_price: price.uuid,
      credit: left,
      period_start: isMore && isOn ? (period.start ?? now) : from,
      period_paid: isMore && isOn ? period.paid + value : value,
      plan_expires_at: trx.raw('?::timestamptz + make_interval(months => ?)', [from, order.months]),
    },
  };
}
