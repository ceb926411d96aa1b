import type { Knex } from '../db/knex.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { requestReconcile } from './order-turns.queries.ts';

/**
 * Stores a verified webhook, once, and requests the reconciliation of its subject, which is found by payment
 * or transaction. A webhook with an unknown subject waits, as it may arrive before the commit that stores its
 * payment.
 * @returns whether its subject is known.
 */
export async function recordWebhookEvent(
  db: Knex,
  notice: { provider: string; eventId: string; ref: string },
): Promise<boolean> {
  const { provider, eventId, ref } = notice;
  return db.transaction(async (trx) => {
    const order = await trx('orders')
      .where({ provider })
      .where((named) => named.where({ provider_ref: ref }).orWhere({ transaction_id: ref }))
      .first('id');
    const inserted = await trx('payment_events')
      .insert({ provider, event_id: eventId, order_id: order?.id ?? null, provider_ref: ref })
      .onConflict(['provider', 'event_id'])
      .ignore()
      .returning('event_id');
    if (inserted.length === 0) {
      return order !== undefined;
    }
    if (order) {
      await requestReconcile(trx, { name: 'payment.notified', orderId: order.id });
      return true;
    }
    const setup = await trx('payment_setups').where({ provider, provider_ref: ref }).first('id');
    if (setup) {
      await recordEvent(trx, { name: 'setup.notified', payload: { setupId: setup.id } });
    }
    return setup !== undefined;
  });
}
