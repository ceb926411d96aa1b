import type { Knex } from '../db/knex.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { isInGroupSql, type OrderRow } from './order-row.ts';
import { requestReconcile } from './order-turns.queries.ts';

/** Orders that may still be paid, and that a new order supersedes. */
export async function listPayable(trx: Knex, accountId: string): Promise<OrderRow[]> {
  const { rows } = await trx.raw<{ rows: OrderRow[] }>(
    `select * from orders o where o.account_id = ? and (${isInGroupSql('open')} or ${isInGroupSql('retryable')})`,
    [accountId],
  );
  return rows;
}

/**
 * Records that a charge is about to be requested, so that a retry checks for it first.
 * @returns false for an obsolete order, for which no charge may be requested
 */
export async function markChargeRequested(db: Knex, orderId: string): Promise<boolean> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `update orders set charge_asked_at = coalesce(charge_asked_at, now()) where id = ? and not is_superseded`,
    [orderId],
  );
  return rowCount > 0;
}

/**
 * Records that a client asked about an order that may still be paid.
 * @returns false within two seconds of its creation and one second of an earlier question
 */
export async function markReconciliationRequested(trx: Knex, orderId: string): Promise<boolean> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `update orders o set asked_at = now()
     where o.id = ? and (${isInGroupSql('open')} or ${isInGroupSql('lapsed')})
       and o.created_at < now() - interval '2 seconds'
       and (o.asked_at is null or o.asked_at < now() - interval '1 second')`,
    [orderId],
  );
  return rowCount > 0;
}

/** Supersedes all unpaid orders of a workspace except the paid one. @returns the superseded orders */
export async function supersedeOthers(
  trx: Knex,
  paid: Pick<OrderRow, 'id' | 'account_id'>,
): Promise<Pick<OrderRow, 'id' | 'status' | 'provider_ref'>[]> {
  const { rows } = await trx.raw<{ rows: Pick<OrderRow, 'id' | 'status' | 'provider_ref'>[] }>(
    `update orders o set is_superseded = true
     where o.account_id = ? and o.id <> ? and not o.is_superseded and ${isInGroupSql('unpaid')}
     returning o.id, o.status, o.provider_ref`,
    [paid.account_id, paid.id],
  );
  return rows;
}

/**
 * Supersedes pending renewals of a workspace, so that their money is refunded. Requires the workspace's lock.
 */
export async function supersedeRenewals(trx: Knex, accountId: string): Promise<void> {
  const { rows } = await trx.raw<{ rows: Pick<OrderRow, 'id' | 'provider_ref'>[] }>(
    `update orders o set is_superseded = true, updated_at = now()
     where o.account_id = ? and o.kind = 'renewal' and not o.is_superseded and ${isInGroupSql('unpaid')}
     returning o.id, o.provider_ref`,
    [accountId],
  );
  for (const { id, provider_ref: ref } of rows) {
    await recordLive(trx, { topic: 'order', id, type: 'updated', accountId });
    // A charge in progress queries the provider itself.
    if (ref !== null) {
      await requestReconcile(trx, { name: 'order.confirmed', orderId: id });
    }
  }
}
