import type { Knex } from './knex.ts';
import { recordLive } from './live-events.ts';
import { recordEvents } from './outbox.ts';

const BATCH = 500;
/** The state of a subscription that runs, as Free always does. */
const ACTIVE = 1;

/**
 * Moves the workspaces whose paid time is over to Free, by the database's clock, and tells whoever looks at them. A payment
 * that is settled at the same moment waits for the row and then counts.
 * @returns how many were moved; there may be more.
 */
export async function endSubscriptions(trx: Knex.Transaction): Promise<number> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `update accounts set plan = 'free', plan_price = null, plan_expires_at = null, subscription_status = ${ACTIVE}
     where id in (select id from accounts where plan_expires_at <= now() order by plan_expires_at limit ${BATCH}
                  for no key update skip locked) returning id`,
  );
  for (const { id } of rows) {
    await recordLive(trx, { topic: 'account', id, type: 'updated', accountId: id });
  }
  await recordEvents(
    trx,
    rows.map(({ id }) => ({ name: 'subscription.ended' as const, payload: { accountId: id } })),
  );
  return rows.length;
}
