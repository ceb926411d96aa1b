import type { Knex } from '../db/knex.ts';

/** Number of future days with partitions. If no gateway runs for longer, ids go to the rest partition. */
const DAYS_AHEAD = 3;
/** Number of complete past days that are kept. */
const DAYS_KEPT = 1;
/** A waiting lock blocks other statements too, so it times out soon; the next tick retries. */
const LOCK_TIMEOUT = '1s';

/**
 * Creates partitions for future days and drops those of past days, two tables a day. A day is kept while one
 * of its events is unsettled, because the completed jobs of such an event must stay known.
 * @returns the dropped days, as `YYYYMMDD`.
 * @throws Error when the tables stay locked for too long.
 */
export async function maintainEventPartitions(trx: Knex.Transaction): Promise<string[]> {
  await trx.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  await trx.raw(
    `select make_event_day((now() at time zone 'UTC')::date + n) from generate_series(0, ?::int) n`,
    [DAYS_AHEAD],
  );
  const { rows } = await trx.raw<{ rows: { day: string }[] }>(
    `select right(c.relname, 8) as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'job_done'::regclass and c.relname ~ '^job_done_\\d{8}$'
       and right(c.relname, 8) < to_char((now() at time zone 'UTC')::date - ?::int, 'YYYYMMDD')
     order by day`,
    [DAYS_KEPT],
  );
  const forgotten: string[] = [];
  for (const { day } of rows) {
    // Checked before the lock, which blocks everyone, and again under it, when nothing can be published any
    // more.
    if (!(await isOpen(trx, day)) && !(await isOpenLocked(trx, day))) {
      await trx.raw('drop table ??, ??', [`outbox_published_${day}`, `job_done_${day}`]);
      forgotten.push(day);
    }
  }
  await forgetRest(trx);
  return forgotten;
}

async function isOpenLocked(trx: Knex.Transaction, day: string): Promise<boolean> {
  await trx.raw('lock table outbox_published, job_done in access exclusive mode');
  return isOpen(trx, day);
}

async function isOpen(trx: Knex.Transaction, day: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { is_open: boolean }[] }>(
    'select exists (select from ?? where settled_at is null) as is_open',
    [`outbox_published_${day}`],
  );
  return rows[0]?.is_open !== false;
}

/**
 * Deletes old rows without a partition. They are few: jobs retried long afterwards, and ids of a wrong clock.
 */
async function forgetRest(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`delete from outbox_published_rest where settled_at < now() - interval '24 hours'`);
  await trx.raw(
    `delete from job_done_rest d where noted_at < now() - interval '48 hours'
     and not exists (select from outbox_published p where p.settled_at is null and d.job_id like p.id || '-%')`,
  );
}
