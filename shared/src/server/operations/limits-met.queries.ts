import type { Knex } from '../db/knex.ts';

/** Number of times that a user or a network exceeded a limit. */
export type LimitMet = { limit: string; subject: 'user' | 'network'; holder: string; count: number };

/** An exceeded limit as operators see it; `name` is the user's, null for a network. */
export type LimitMetRow = LimitMet & { name: string | null; last_at: string };

/** Networks are personal data, so entries are deleted this long after the limit was last exceeded. */
const KEPT_DAYS = 30;
const MAX_HOLDER_LENGTH = 200;

/** Adds counts to the recorded ones. */
export async function addLimitsMet(db: Knex, met: readonly LimitMet[]): Promise<void> {
  await db.raw(
    `insert into limits_met ("limit", subject, holder, count)
     select * from unnest(?::text[], ?::text[], ?::text[], ?::bigint[])
     on conflict ("limit", subject, holder) do update set count = limits_met.count + excluded.count, last_at = now()`,
    [
      met.map(({ limit }) => limit),
      met.map(({ subject }) => subject),
      met.map(({ holder }) => holder.slice(0, MAX_HOLDER_LENGTH)),
      met.map(({ count }) => count),
    ],
  );
}

/** The most recently exceeded limits, newest first. */
export async function listLimitsMet(db: Knex, { most }: { most: number }): Promise<LimitMetRow[]> {
  const { rows } = await db.raw<{ rows: LimitMetRow[] }>(
    `select m."limit", m.subject, m.holder, m.count::float8 as count, m.last_at,
       nullif(concat_ws(' ', u.name, u.last_name), '') as name
     from (select * from limits_met order by last_at desc limit ?) m
     left join users u on u.id = case when m.subject = 'user' then m.holder::uuid end
     order by m.last_at desc`,
    [most],
  );
  return rows;
}

/** Deletes expired entries. */
export async function pruneLimitsMet(db: Knex): Promise<void> {
  await db.raw(`delete from limits_met where last_at < now() - ? * interval '1 day'`, [KEPT_DAYS]);
}
