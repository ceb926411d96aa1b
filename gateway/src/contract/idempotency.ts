import { createHash } from 'node:crypto';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import {
  claimKey,
  findKey,
  type IdempotencyKey,
  releaseKey,
  type SavedAnswer,
  saveAnswer,
} from '@diorama/shared/server/runtime/idempotency.queries.ts';
import { uuidOf } from '@diorama/shared/server/runtime/ids.ts';
import type { UploadedFile } from './multipart.ts';

const MAX_KEY_LENGTH = 255;

/** A request that may be repeated: its key, and the content that must be the same. */
export type Identity = IdempotencyKey & { body: unknown; files: ReadonlyMap<string, UploadedFile> };

/**
 * Runs an action once for a holder of keys, route and key, which is remembered for 24 hours.
 * @returns the first answer when the same request came before; null when `act` ran just now.
 * @throws CodedError `idempotency.running` while the first one runs, `idempotency.mismatch` for another body.
 */
export async function withIdempotency(
  db: Knex,
  identity: Identity,
  act: () => Promise<SavedAnswer>,
): Promise<SavedAnswer | null> {
  if (identity.key.length > MAX_KEY_LENGTH) {
    throw new CodedError('request.malformed');
  }
  const bodyHash = hashOf(identity);
  if (!(await claimKey(db, identity, bodyHash))) {
    return replay(db, identity, bodyHash);
  }
  let answer: SavedAnswer;
  try {
    answer = await act();
  } catch (error) {
    // Nothing was done, so the same key may try again. If it cannot be released now, it expires.
    await releaseKey(db, identity).catch(() => undefined);
    throw error;
  }
  await saveAnswer(db, identity, answer);
  return null;
}

/**
 * Id of the row that a request creates. Repeats of a request have the same id.
 * A gateway that is killed between the commit of the row and the storage of its answer must not create the
 * row twice.
 */
export function idOfRequest(identity: Identity): string {
  const { holder, route, key } = identity;
  return uuidOf(JSON.stringify([holder, route, key, hashOf(identity).toString('base64')]));
}

async function replay(db: Knex, identity: Identity, bodyHash: Buffer): Promise<SavedAnswer> {
  const row = await findKey(db, identity);
  if (row && !bodyHash.equals(row.body_hash)) {
    throw new CodedError('idempotency.mismatch');
  }
  if (!row || row.status === null) {
    throw new CodedError('idempotency.running', { headers: { 'Retry-After': '1' } });
  }
  return { status: row.status, answer: row.answer };
}

function hashOf({ body, files }: Identity): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .update([...files].map(([name, { sha256 }]) => `${name} ${sha256}`).join())
    .digest();
}
