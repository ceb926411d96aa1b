import { isOpen, OPEN_STATUSES, ORDER_STATUS } from '../../domain/order.ts';
import { SUBSCRIPTION_STATUS } from '../../domain/subscription.ts';
import { releaseUses } from './discount-uses.ts';
import type { Knex } from './knex.ts';
import { endOrder, type OrderRow } from './orders.ts';
import { recordEvent } from './outbox.ts';
import { lockSubscription } from './subscription-row.ts';

/** Nobody pays an order of so many days ago any more; its provider may not be there to close it. */
const LAPSED_DAYS = 30;
/**
 * Money of a workspace that may still move: orders that are open or can still be paid, what came and nobody got anything for,
 * and refunds on their way.
 */
const IN_FLIGHT = `exists (select 1 from orders o where o.account_id = a.id and (
    o.status in (${OPEN_STATUSES.join(', ')})
    or (o.status in (${ORDER_STATUS.timeout}, ${ORDER_STATUS.failed}) and o.provider_ref is not null and o.paid_at is null
      and o.closed_at is null and o.created_at > now() - interval '${LAPSED_DAYS} days')
    or (o.status = ${ORDER_STATUS.paid} and not o.is_active)
    or exists (select 1 from refunds r where r.order_id = o.id and r.status = 'pending')))`;

/**
 * Nothing of a workspace that closes is paid any more: its plan is not renewed, and what still waits for its payer is ended,
 * also at the provider. Money that has come all the same, or for which nobody got a plan, is given back.
 */
export async function closeBilling(trx: Knex, accountIds: readonly string[]): Promise<void> {
  for (const accountId of [...accountIds].sort()) {
    const account = await lockSubscription(trx, accountId);
    await trx('accounts')
      .where({ id: accountId })
      .update({
        renew_at: null,
        renew_tries: 0,
        ...(account?.plan_expires_at ? { subscription_status: SUBSCRIPTION_STATUS.cancelled } : {}),
      });
    const orders: OrderRow[] = await trx('orders')
      .where({ account_id: accountId, is_superseded: false })
      .whereNot({ status: ORDER_STATUS.refunded })
      .where((idle) => idle.whereNot({ status: ORDER_STATUS.paid }).orWhere({ is_active: false }))
      .update({ is_superseded: true, updated_at: trx.fn.now() })
      .returning('*');
    await releaseUses(
      trx,
      orders.map(({ id }) => id),
    );
    for (const order of orders) {
      await end(trx, order);
    }
  }
}

/** Of workspaces that are to be removed, those of which money may still move; they are removed once it has come to rest. */
export async function holdForMoney(trx: Knex, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `update accounts a set waits_for_money = true where a.id = any(?::uuid[]) and ${IN_FLIGHT} returning a.id`,
    [[...accountIds]],
  );
  return rows.map(({ id }) => id);
}

/** Asks once more for the removal of closed workspaces whose money has come to rest. @returns how many */
export async function releaseClosed(trx: Knex): Promise<number> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `update accounts a set waits_for_money = false where a.waits_for_money and not ${IN_FLIGHT} returning a.id`,
  );
  const accountIds = rows.map(({ id }) => id);
  if (accountIds.length > 0) {
    await recordEvent(trx, { name: 'account.closed', payload: { userId: null, accountIds } });
  }
  return accountIds.length;
}

async function end(trx: Knex, order: OrderRow): Promise<void> {
  const isUnderWay = order.status === ORDER_STATUS.processing || order.taken_amount !== null;
  if (isOpen(order.status) && !isUnderWay) {
    await endOrder(trx, order, { is_superseded: true });
  }
  if (order.provider_ref !== null) {
    await recordEvent(trx, { name: 'order.confirmed', payload: { orderId: order.id } });
  }
}
