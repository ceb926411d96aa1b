import type { Knex } from '../db/knex.ts';

/** Scope in which a key is unique: a user, or all visitors of a scene. */
export type KeyHolder = { userId: string } | { compositionId: string };

/** Identity of an idempotency key. */
export type IdempotencyKey = { holder: KeyHolder; route: string; key: string };

/** The first response for a key. */
export type SavedAnswer = { status: number; answer: string };

/** A request without a response for this long crashed with its process: its key may be used again. */
const ABANDONED_SECONDS = 60;

/** Claims a key for a request. @returns false when another request has it. */
export async function claimKey(
  db: Knex,
  { holder, route, key }: IdempotencyKey,
  bodyHash: Buffer,
): Promise<boolean> {
  const [column, id] = columnOf(holder);
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `insert into idempotency_keys (${column}, route, key, body_hash) values (?, ?, ?, ?)
     on conflict (${column}, route, key) do update set created_at = now(), body_hash = excluded.body_hash,
       status = null, answer = null
     where idempotency_keys.created_at < now() - interval '24 hours'
        or (idempotency_keys.status is null and idempotency_keys.body_hash = excluded.body_hash
            and idempotency_keys.created_at < now() - make_interval(secs => ?))
     returning 1`,
    [id, route, key, bodyHash, ABANDONED_SECONDS],
  );
  return rows.length > 0;
}

/** Stores the response of the request that holds the key. */
export async function saveAnswer(db: Knex, identity: IdempotencyKey, kept: SavedAnswer): Promise<void> {
  await keysOf(db, identity).update(kept);
}

/** Releases a key after a request without effect. */
export async function releaseKey(db: Knex, identity: IdempotencyKey): Promise<void> {
  await keysOf(db, identity).where({ status: null }).delete();
}

/** State of a key; `status` is null while the first request still runs. */
export async function findKey(
  db: Knex,
  identity: IdempotencyKey,
): Promise<{ body_hash: Buffer; status: number | null; answer: string } | null> {
  return (await keysOf(db, identity).first()) ?? null;
}

function keysOf(db: Knex, { holder, route, key }: IdempotencyKey) {
  const [column, id] = columnOf(holder);
  return db('idempotency_keys').where({ [column]: id, route, key });
}

function columnOf(holder: KeyHolder): [column: 'user_id' | 'composition_id', id: string] {
  return 'userId' in holder ? ['user_id', holder.userId] : ['composition_id', holder.compositionId];
}
