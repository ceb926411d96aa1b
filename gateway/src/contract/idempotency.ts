import { createHash } from 'node:crypto';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { UploadedFile } from './multipart.ts';

const MAX_KEY_LENGTH = 255;
/** A request that has not answered for so long died with its process: its key may be used anew. */
const ABANDONED_SECONDS = 60;

type Identity = { userId: string; route: string; key: string; body: unknown; file: UploadedFile | null };
type Answer = { status: number; answer: string };

/**
 * Runs an action once for a person, route and key, which is remembered for 24 hours.
 * @returns the first answer when the same request came before; null when `act` ran just now.
 * @throws CodedError `idempotency.running` while the first one runs, `idempotency.mismatch` for another body.
 */
export async function withIdempotency(
  db: Knex,
  identity: Identity,
  act: () => Promise<Answer>,
): Promise<Answer | null> {
  const { userId, route, key } = identity;
  if (key.length > MAX_KEY_LENGTH) {
    throw new CodedError('request.malformed');
  }
  const bodyHash = hashOf(identity);
  if (!(await claim(db, identity, bodyHash))) {
    return replay(db, identity, bodyHash);
  }
  try {
    const { status, answer } = await act();
    await db('idempotency_keys').where({ user_id: userId, route, key }).update({ status, answer });
    return null;
  } catch (error) {
    // Nothing was done, so the same key may try again.
    await db('idempotency_keys').where({ user_id: userId, route, key, status: null }).delete();
    throw error;
  }
}

async function claim(db: Knex, { userId, route, key }: Identity, bodyHash: Buffer): Promise<boolean> {
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

async function replay(db: Knex, { userId, route, key }: Identity, bodyHash: Buffer): Promise<Answer> {
  const row = await db('idempotency_keys').where({ user_id: userId, route, key }).first();
  if (row && !bodyHash.equals(row.body_hash)) {
    throw new CodedError('idempotency.mismatch');
  }
  if (!row || row.status === null) {
    throw new CodedError('idempotency.running', { headers: { 'Retry-After': '1' } });
  }
  return { status: row.status, answer: row.answer };
}

function hashOf({ body, file }: Identity): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .update(file?.sha256 ?? '')
    .digest();
}
