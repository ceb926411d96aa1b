import type { Knex } from '../db/knex.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';

/** Largest turn of a reconciliation, which stays below the priority number of other work with money. */
const MAX_TURN = 8;

/** An order whose provider is asked. */
type Asked = {
  name: 'order.confirmed' | 'payment.notified';
  orderId: string;
  /** Number of earlier requests for the same workspace, where it is known. */
  turn?: number;
};

/** Requests the reconciliation of an order, after those of its workspace that were requested just before. */
export async function requestReconcile(trx: Knex, { name, orderId, turn: known }: Asked): Promise<void> {
  const turn = Math.min(known ?? (await countJustAsked(trx, orderId)), MAX_TURN);
  await recordEvent(trx, { name, payload: { orderId, ...(turn > 0 && { turn }) } });
}

/** Number of other orders of a workspace that changed, were asked for or had a webhook within ten minutes. */
async function countJustAsked(trx: Knex, orderId: string): Promise<number> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `select from orders o where account_id = (select account_id from orders where id = :orderId) and id <> :orderId
       and (greatest(updated_at, asked_at) > now() - interval '10 minutes' or exists (
         select from payment_events e where e.order_id = o.id and e.received_at > now() - interval '10 minutes'))
     limit ${MAX_TURN}`,
    { orderId },
  );
  return rows.length;
}
