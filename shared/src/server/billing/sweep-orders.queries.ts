import { isExpired, isOpen } from '../../domain/order.ts';
import { orderCharge } from '../../jobs/billing.ts';
import type { Knex } from '../db/knex.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { releaseUses } from './discount-uses.queries.ts';
import { isInGroupSql, type OrderRow } from './order-row.ts';
import { requestReconcile } from './order-turns.queries.ts';
import { endOrder } from './orders.ts';

const SWEEP_BATCH = 1_000;
/** The charge of a younger order may still be in progress. */
const CHARGE_MS = orderCharge.timeoutMs;

/**
 * Orders for a sweep: open ones, paid ones without an active plan, and every ten minutes ended ones that may
 * still be paid.
 */
export const SWEPT_ORDERS = `
  (select * from orders o where ${isInGroupSql('open')} order by created_at limit ${SWEEP_BATCH})
  union all
  (select * from orders o where ${isInGroupSql('inactive')} order by created_at limit ${SWEEP_BATCH})
  union all
  (select * from orders o where ${isInGroupSql('lapsed')} and (asked_at is null or asked_at < now() - interval '10 minutes')
    order by created_at limit ${SWEEP_BATCH})`;

/**
 * Expires unpaid orders, and queries the provider about all others that are open or have just ended, which
 * finds payments whose webhook never arrived.
 */
export async function sweepOrders(
  trx: Knex,
  nowMs: number,
): Promise<{ expired: number; reconciled: number }> {
  const { rows: swept } = await trx.raw<{ rows: OrderRow[] }>(SWEPT_ORDERS);
  const expired: string[] = [];
  const asked = new Map<string, number>();
  let reconciled = 0;
  for (const order of swept) {
    const isUncharged = order.source_id !== null && order.provider_ref === null;
    if (isUncharged && nowMs - Date.parse(order.created_at) < CHARGE_MS) {
      continue;
    }
    reconciled += 1;
    const payload = { orderId: order.id };
    if (isUncharged) {
      await recordEvent(trx, { name: 'order.charge-requested', payload });
    } else {
      const turn = asked.get(order.account_id) ?? 0;
      asked.set(order.account_id, turn + 1);
      await requestReconcile(trx, { name: 'order.confirmed', ...payload, turn });
    }
    if (isExpired({ status: order.status, createdAt: order.created_at }, nowMs)) {
      const ended = await endOrder(trx, order, { is_superseded: order.is_superseded });
      expired.push(...(ended > 0 ? [order.id] : []));
    }
  }
  await releaseUses(trx, expired);
  await noteAsked(
    trx,
    swept.filter(({ status }) => !isOpen(status)),
  );
  return { expired: expired.length, reconciled };
}

/**
 * Requests refunds again that have been pending for ten minutes, as the provider may have been unavailable.
 */
export async function sweepRefunds(trx: Knex): Promise<number> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select id from refunds where status = 'pending' and created_at < now() - interval '10 minutes'
     order by created_at limit 500`,
  );
  for (const { id } of rows) {
    await recordEvent(trx, { name: 'refund.requested', payload: { refundId: id } });
  }
  return rows.length;
}

/** Records when orders were queried; orders that are locked at the moment are skipped. */
async function noteAsked(trx: Knex, orders: readonly OrderRow[]): Promise<void> {
  await trx.raw(
    `update orders set asked_at = now()
     where id in (select id from orders where id = any(?::uuid[]) for no key update skip locked)`,
    [orders.map(({ id }) => id)],
  );
}
