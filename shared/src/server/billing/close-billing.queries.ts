import { isOpen, nextStatus, ORDER_STATUS } from '../../domain/order.ts';
import { SUBSCRIPTION_STATUS } from '../../domain/subscription.ts';
import type { Knex } from '../db/knex.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { releaseUses } from './discount-uses.queries.ts';
import { isInGroupSql, type OrderRow } from './order-row.ts';
import { requestReconcile } from './order-turns.queries.ts';
import { endOrder } from './orders.ts';
import { lockSubscription } from './subscription-row.queries.ts';

/** Days after which an order counts as lapsed, even if its provider is not available to close it. */
const LAPSED_DAYS = 30;
/**
 * Payments in flight of a workspace: open or payable orders, payments without an active plan, and pending
 * refunds.
 */
const IN_FLIGHT = `exists (select 1 from orders o where o.account_id = a.id and (
    ${isInGroupSql('open')}
    or (${isInGroupSql('lapsed')} and o.created_at > now() - interval '${LAPSED_DAYS} days')
    or (${isInGroupSql('inactive')})
    or exists (select 1 from refunds r where r.order_id = o.id and r.status = 'pending')))`;

/**
 * Stops all payments of a closing workspace: its plan is not renewed, and unpaid orders are ended, also at
 * the provider. Money that arrives anyway, or that activated no plan, is refunded.
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

/**
 * Marks the workspaces with payments in flight among those to be removed; they are removed after those have
 * settled.
 */
export async function holdForOpenPayments(trx: Knex, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `update accounts a set waits_for_money = true where a.id = any(?::uuid[]) and ${IN_FLIGHT} returning a.id`,
    [[...accountIds]],
  );
  return rows.map(({ id }) => id);
}

/** Requests the removal of closed workspaces whose payments have settled. @returns their number */
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
  const canEnd = nextStatus(order.status, 'end') !== order.status && order.taken_amount === null;
  if (isOpen(order.status) && canEnd) {
    await endOrder(trx, order, { is_superseded: true });
  }
  if (order.provider_ref !== null) {
    await requestReconcile(trx, { name: 'order.confirmed', orderId: order.id });
  }
}
