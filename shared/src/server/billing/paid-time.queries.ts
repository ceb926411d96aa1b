import type { Knex } from '../db/knex.ts';

/** End of a period of calendar months, as PostgreSQL counts them. */
export async function addMonthsInDatabase(trx: Knex, from: Date, months: number): Promise<string> {
  const { rows } = await trx.raw<{ rows: { until: string }[] }>(
    'select ?::timestamptz + make_interval(months => ?) as until',
    [from, months],
  );
  const [row] = rows;
  if (!row) {
    throw new Error('PostgreSQL returned no row');
  }
  return row.until;
}

/**
 * Marks an order as active for the time that it pays for. It begins at the real time, as several orders may
 * begin in one transaction.
 */
export async function activateOrder(
  trx: Knex,
  orderId: string,
  { from, until }: { from: Date; until: string },
): Promise<void> {
  await trx.raw(
    `update orders set is_active = true, began_at = clock_timestamp(), adds_from = ?, adds_until = ? where id = ?`,
    [from, until, orderId],
  );
}
