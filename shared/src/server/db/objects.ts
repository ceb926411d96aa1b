import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ObjectStore } from '../store/store.ts';
import type { Knex } from './knex.ts';

/** A stored object as the database knows it; `id` is 128 random bits in the form of a uuid, `storedAt` when it was last wanted. */
export type StoredRef = { id: string; size: number; sha256: string; storedAt: string };

/**
 * What is to be stored: bytes in memory, a file whose hash is known already, or what lies in the store under another key,
 * which stays there.
 */
export type ObjectBody = Buffer | FileBody;

/**
 * A file on this machine, or in the store already; `sha256` in hex. One that `isSpent` is needed by nobody else, and is moved
 * where that can be done.
 */
export type FileBody = { sha256: string } & (
  | { path: string; isSpent?: boolean }
  | { key: string; size: number }
);

/**
 * Stores bytes once a workspace: the same content again is the same object. The bytes are stored before
 * the row is written, so a row never points at nothing; what a crash leaves without a row is swept.
 */
export async function storeObject(
  deps: { db: Knex; store: ObjectStore },
  object: { accountId: string; body: ObjectBody; contentType: string },
): Promise<StoredRef> {
  const { accountId, body, contentType } = object;
  const sha256 = Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('hex') : body.sha256;
  const size = await sizeOf(body);
  const known = await claim(deps.db, accountId, sha256);
  if (known) {
    return { ...known, size, sha256 };
  }
  const made = await put(deps, { accountId, source: sourceOf(body), sha256, size, contentType });
  return { ...made, size, sha256 };
}

async function sizeOf(body: ObjectBody): Promise<number> {
  if (Buffer.isBuffer(body)) {
    return body.length;
  }
  return 'key' in body ? body.size : (await stat(body.path)).size;
}

function sourceOf(body: ObjectBody): Source {
  if (Buffer.isBuffer(body)) {
    return body;
  }
  if ('key' in body) {
    return { key: body.key };
  }
  return body.isSpent ? { path: body.path } : createReadStream(body.path);
}

/**
 * Takes an object back that was stored a moment ago and that nothing came of; it stays where somebody else has stored the
 * same meanwhile, or refers to it.
 */
export async function takeBackObject(
  deps: { db: Knex; store: ObjectStore },
  object: Pick<StoredRef, 'id' | 'storedAt'>,
): Promise<void> {
  const { rows } = await deps.db.raw<{ rows: { key: string }[] }>(
    `delete from objects o where o.id = ? and o.created_at = ?
       and not exists (select 1 from object_refs r where r.object_id = o.id) returning o.key`,
    [object.id, object.storedAt],
  );
  for (const { key } of rows) {
    await deps.store.delete(key);
  }
}

/**
 * Stores a file without holding it in memory; it is read twice, as its hash says whether it is stored already.
 * @throws Error when it cannot be read.
 */
export async function storeFile(
  deps: { db: Knex; store: ObjectStore },
  file: { accountId: string; path: string; contentType: string },
): Promise<StoredRef> {
  const { accountId, path, contentType } = file;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
  }
  return storeObject(deps, { accountId, body: { path, sha256: hash.digest('hex') }, contentType });
}

/**
 * Copies an object into another workspace, as bytes of its own.
 * @returns the copy's id, null when the object is gone.
 */
export async function copyObject(
  deps: { db: Knex; store: ObjectStore },
  id: string,
  accountId: string,
): Promise<string | null> {
  const { rows } = await deps.db.raw<{
    rows: { key: string; size: number; content_type: string; sha256: string }[];
  }>(`select key, size, content_type, encode(sha256, 'hex') as sha256 from objects where id = ?`, [id]);
  const row = rows[0];
  if (!row) {
    return null;
  }
  const known = await claim(deps.db, accountId, row.sha256);
  if (known) {
    return known.id;
  }
  const { key, size, content_type: contentType, sha256 } = row;
  return (await put(deps, { accountId, source: { key }, sha256, size, contentType })).id;
}

/** Bytes, the key under which they lie in the store, or the file that is to become the object. */
type Source = Readable | Buffer | { key: string } | { path: string };

/** Stores bytes that the workspace does not have, unless somebody else has done so meanwhile. */
async function put(
  deps: { db: Knex; store: ObjectStore },
  object: {
    accountId: string;
    source: Source;
    sha256: string;
    size: number;
    contentType: string;
  },
): Promise<Claim> {
  const { accountId, source, sha256, size, contentType } = object;
  const id = randomObjectId();
  const key = objectKey(accountId, id);
  if ('key' in source) {
    await deps.store.copy(source.key, key, { contentType });
  } else if (!Buffer.isBuffer(source) && !(source instanceof Readable)) {
    await deps.store.take(key, source.path, { contentType, size, sha256 });
  } else {
    await deps.store.put(key, source, { contentType, size });
  }
  const { rows } = await deps.db.raw<{ rows: Claim[] }>(
    `insert into objects (id, account_id, sha256, key, size, content_type)
     values (?, ?, decode(?, 'hex'), ?, ?, ?)
     on conflict (account_id, sha256) do update set created_at = now()
     returning id, created_at as "storedAt"`,
    [id, accountId, sha256, key, size, contentType],
  );
  const [winner] = rows;
  if (!winner) {
    throw new Error('An object was stored and has no row');
  }
  if (winner.id !== id) {
    await deps.store.delete(key);
  }
  return winner;
}

/** The stored object's place in the store, if there is such an object. */
export async function findObject(
  db: Knex,
  id: string,
): Promise<{ key: string; size: number; contentType: string } | null> {
  const { rows } = await db.raw<{ rows: { key: string; size: number; content_type: string }[] }>(
    'select key, size, content_type from objects where id = ?',
    [id],
  );
  const row = rows[0];
  return row ? { key: row.key, size: row.size, contentType: row.content_type } : null;
}

/** Where an object lies in the store; the account's part keeps tenants apart there too. */
export function objectKey(accountId: string, id: string): string {
  return `${accountId}/${id}`;
}

/** Finds the same content and marks it as wanted now, so that a sweep at this moment lets it live. */
async function claim(db: Knex, accountId: string, sha256: string): Promise<Claim | null> {
  const { rows } = await db.raw<{ rows: Claim[] }>(
    `update objects set created_at = now() where account_id = ? and sha256 = decode(?, 'hex')
     returning id, created_at as "storedAt"`,
    [accountId, sha256],
  );
  return rows[0] ?? null;
}

type Claim = Pick<StoredRef, 'id' | 'storedAt'>;

function randomObjectId(): string {
  const hex = randomBytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
