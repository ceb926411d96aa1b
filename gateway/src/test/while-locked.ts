import { createDb } from '@diorama/shared/server/db/knex.ts';
import type { Harness } from './harness.ts';

/**
 * Holds the locks of a statement while `act` runs, by a connection that is not the gateway's. `countBlocked` returns how many
 * connections wait for a lock.
 */
export async function whileLocked(
  { deps }: Harness,
  statement: string,
  act: (countBlocked: () => Promise<number>) => Promise<void>,
): Promise<void> {
  const db = createDb(deps.env.databaseUrl, { max: 2, name: 'locks' });
  // Outside of the transaction, which would see the same activity each time.
  const countBlocked = async () => {
    const { rows } = await db.raw<{ rows: { blocked: number }[] }>(
      `select count(*)::int as blocked from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.blocked ?? 0;
  };
  try {
    await db.transaction(async (trx) => {
      await trx.raw(statement);
      await act(countBlocked);
    });
  } finally {
    await db.destroy();
  }
}
