import type { Knex } from '../db/knex.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { isInGroupSql } from './order-row.ts';

/**
 * Supersedes pending renewals of a workspace, so that their money is refunded. Requires the workspace's lock.
 */
export async function supersedeRenewals(trx: Knex, accountId: string): Promise<void> {
  const orders: { id: string; provider_ref: string | null }[] = await trx('orders')
    .where({ account_id: accountId, kind: 'renewal', is_superseded: false })
    .whereRaw(isInGroupSql('unpaid', 'orders'))
    .update({ is_superseded: true, updated_at: trx.fn.now() })
    .returning(['id', 'provider_ref']);
  for (const { id, provider_ref: ref } of orders) {
    await recordLive(trx, { topic: 'order', id, type: 'updated', accountId });
    // A charge in progress queries the provider itself.
    if (ref !== null) {
      await recordEvent(trx, { name: 'order.confirmed', payload: { orderId: id } });
    }
  }
}
