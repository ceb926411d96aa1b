import type { Knex } from '../knex.ts';

/** What a key stands for. */
export type IdempotencyKey = { userId: string; route: string; key: string };

/** The first answer to a key. */
export type KeptAnswer = { status: number; answer: string };

/** A request that has not answered for so long died with its process: its key may be used anew. */
const ABANDONED_SECONDS = 60;

/** Takes a key for a request. @returns false when another request has it. */
export async function claimKey(
  db: Knex,
  { userId, route, key }: IdempotencyKey,
  bodyHash: Buffer,
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `insert into idempotency_keys (user_id, route, key, body_hash) values (?, ?, ?, ?)
     on conflict (user_id, route, key) do update set created_at = now(), body_hash = excluded.body_hash,
       status = null, answer = null
     where idempotency_keys.created_at < now() - interval '24 hours'
        or (idempotency_keys.status is null and idempotency_keys.body_hash = excluded.body_hash
            and idempotency_keys.created_at < now() - make_interval(secs => ?))
     returning 1`,
    [userId, route, key, bodyHash, ABANDONED_SECONDS],
  );
  return rows.length > 0;
}

/** Keeps the answer of the request that has the key. */
export async function keepAnswer(
  db: Knex,
  { userId, route, key }: IdempotencyKey,
  kept: KeptAnswer,
): Promise<void> {
  await db('idempotency_keys').where({ user_id: userId, route, key }).update(kept);
}

/** Gives a key back whose request did nothing. */
export async function releaseKey(db: Knex, { userId, route, key }: IdempotencyKey): Promise<void> {
  await db('idempotency_keys').where({ user_id: userId, route, key, status: null }).delete();
}

/** What a key was used for; `status` is null while the first request still runs. */
export async function findKey(
  db: Knex,
  { userId, route, key }: IdempotencyKey,
): Promise<{ body_hash: Buffer; status: number | null; answer: string } | null> {
  return (await db('idempotency_keys').where({ user_id: userId, route, key }).first()) ?? null;
}
