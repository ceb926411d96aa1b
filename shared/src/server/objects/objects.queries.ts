import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Knex } from '../db/knex.ts';
import type { ObjectStore } from './store.ts';

/**
 * A stored object as recorded in the database; `id` is 128 random bits in the form of a uuid, `storedAt` the
 * time of its last use.
 */
export type StoredRef = { id: string; size: number; sha256: string; storedAt: string };

/** Content to store: bytes in memory, or a file with a known hash. */
export type ObjectBody = Buffer | FileBody;

/**
 * A local file, a source in the object store, which is copied, or a stream, whose content must have the sum;
 * `sha256` in hex. A file that `isSpent` has no other user, and is moved if possible.
 */
export type FileBody = StoredBody | { sha256: string; open: () => Promise<Readable>; size: number };

/** A local file, or a source in the object store. */
export type StoredBody = { sha256: string } & (
  | { path: string; isSpent?: boolean }
  | { key: string; size: number }
);

/** Where objects are stored. `admit` throws for bytes that a workspace may not store now. */
type Storage = {
  db: Knex;
  store: ObjectStore;
  admit?: (accountId: string, size: number) => Promise<void>;
};

/**
 * Stores bytes once a workspace: equal content is the same object. The bytes are stored before the row is
 * written, so a row never references a missing object; bytes without a row after a crash are swept.
 */
export async function storeObject(
  deps: Storage,
  object: { accountId: string; body: ObjectBody; contentType: string },
): Promise<StoredRef> {
  const { accountId, body, contentType } = object;
  const sha256 = Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('hex') : body.sha256;
  const size = await sizeOf(body);
  const known = await claim(deps.db, accountId, sha256);
  if (known) {
    return { ...known, size, sha256 };
  }
  await deps.admit?.(accountId, size);
  const made = await put(deps, { accountId, source: await sourceOf(body), sha256, size, contentType });
  return { ...made, size, sha256 };
}

async function sizeOf(body: ObjectBody): Promise<number> {
  if (Buffer.isBuffer(body)) {
    return body.length;
  }
  return 'path' in body ? (await stat(body.path)).size : body.size;
}

async function sourceOf(body: ObjectBody): Promise<Source> {
  if (Buffer.isBuffer(body)) {
    return body;
  }
  if ('key' in body) {
    return { key: body.key };
  }
  if ('open' in body) {
    return body.open();
  }
  return body.isSpent ? { path: body.path } : createReadStream(body.path);
}

/**
 * Removes an object that was just stored and is not used. It stays where another request has stored the same
 * content meanwhile, or references it.
 */
export async function discardObject(
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
 * Stores a file without loading it into memory. It is read twice, as its hash determines whether it is stored
 * already.
 * @throws Error when it cannot be read.
 */
export async function storeFile(
  deps: Storage,
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
 * Copies an object into another workspace, with separate bytes.
 * @returns the copy's id, null when the object does not exist.
 */
export async function copyObject(deps: Storage, id: string, accountId: string): Promise<string | null> {
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
  await deps.admit?.(accountId, size);
  return (await put(deps, { accountId, source: { key }, sha256, size, contentType })).id;
}

/** Bytes, a key in the store, or a file that is moved into it. */
type Source = Readable | Buffer | { key: string } | { path: string };

/** Stores bytes that the workspace does not have, unless another request has stored them meanwhile. */
async function put(
  deps: Pick<Storage, 'db' | 'store'>,
  object: { accountId: string; source: Source; sha256: string; size: number; contentType: string },
): Promise<Claim> {
  const { accountId, source, sha256, size, contentType } = object;
  const id = randomObjectId();
  const key = objectKey(accountId, id);
  if ('key' in source) {
    await deps.store.copy(source.key, key, { contentType });
  } else if (!Buffer.isBuffer(source) && !(source instanceof Readable)) {
    await deps.store.take(key, source.path, { contentType, size, sha256 });
  } else {
    const stored = await deps.store.put(key, source, { contentType, size });
    if (stored.sha256 !== sha256) {
      await deps.store.delete(key);
      throw new Error('The content differs from its checksum');
    }
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

/** The file of a stored object, by its key in the store. */
export type ObjectFile = { key: string; size: number; contentType: string };

/** File of a stored object, if it exists. */
export async function findObject(db: Knex, id: string): Promise<ObjectFile | null> {
  const [found = null] = (await findObjects(db, [id])).values();
  return found;
}

/** The files of those objects that exist, by id. */
export async function findObjects(db: Knex, ids: readonly string[]): Promise<Map<string, ObjectFile>> {
  const { rows } = await db.raw<{ rows: { id: string; key: string; size: number; content_type: string }[] }>(
    'select id, key, size, content_type from objects where id = any(?::uuid[])',
    [[...ids]],
  );
  return new Map(
    rows.map(({ id, key, size, content_type: contentType }) => [id, { key, size, contentType }]),
  );
}

/** Key of an object in the store; the account's prefix separates tenants there too. */
export function objectKey(accountId: string, id: string): string {
  return `${accountId}/${id}`;
}

/** Finds the same content and marks it as used now, so that a concurrent sweep keeps it. */
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
