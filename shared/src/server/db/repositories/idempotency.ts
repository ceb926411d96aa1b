import type { Knex } from '../knex.ts';

/** Among whose keys one is unique: a person's, or those of all visitors of a scene. */
export type KeyHolder = { userId: string } | { compositionId: string };

/** What a key stands for. */
export type IdempotencyKey = { holder: KeyHolder; route: string; key: string };

/** The first answer to a key. */
export type KeptAnswer = { status: number; answer: string };

/** A request that has not answered for so long died with its process: its key may be used anew. */
const ABANDONED_SECONDS = 60;

/** Takes a key for a request. @returns false when another request has it. */
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

/** Keeps the answer of the request that has the key. */
export async function keepAnswer(db: Knex, identity: IdempotencyKey, kept: KeptAnswer): Promise<void> {
  await keysOf(db, identity).update(kept);
}

/** Gives a key back whose request did nothing. */
export async function releaseKey(db: Knex, identity: IdempotencyKey): Promise<void> {
  await keysOf(db, identity).where({ status: null }).delete();
}

/** What a key was used for; `status` is null while the first request still runs. */
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
