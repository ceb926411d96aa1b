import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDocument } from '@diorama/shared/scene/document.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { storeObject } from '@diorama/shared/server/db/objects.ts';
import { leaveForGood } from '@diorama/shared/server/db/repositories/account-life.ts';
import { createAsset } from '@diorama/shared/server/db/repositories/assets.ts';
import { createComposition } from '@diorama/shared/server/db/repositories/compositions.ts';
import { findExport, requestExport } from '@diorama/shared/server/db/repositories/exports.ts';
import { createPerson, findCredentials } from '@diorama/shared/server/db/repositories/people.ts';
import { loadEnv } from '@diorama/shared/server/env.ts';
import { createLogger } from '@diorama/shared/server/logger.ts';
import { createStore, type ObjectStore } from '@diorama/shared/server/store/store.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';
import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { accountErase } from './account-erase.ts';
import { accountExport } from './account-export.ts';

let dir: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Knex;
let store: ObjectStore;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-life-'));
  database = await createTestDatabase();
  db = createDb(database.url, { name: 'life-test' });
  store = createStore(
    loadEnv({ DATABASE_URL: database.url, SECRET_KEY: 'x'.repeat(32), DIORAMA_DATA_DIR: dir }),
  );
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

const context = (): JobContext => ({
  jobId: crypto.randomUUID(),
  attempt: 1,
  isLastAttempt: false,
  fence: 1,
  logger: createLogger('life-test', { level: 'silent' }),
  signal: new AbortController().signal,
  progress: async () => undefined,
  complete: async () => undefined,
});

/** A person with a scene and an uploaded file. */
async function makePerson(name: string) {
  const made = await createPerson(db, {
    email: `${name}@people.test`,
    name,
    locale: 'es',
    passwordHash: 'none',
    isDemo: false,
    utm: null,
  });
  if (!made) {
    throw new Error('The person was not made');
  }
  const { userId, accountId } = made;
  await createComposition(db, {
    accountId,
    projectId: null,
    name: '../../etc: a "scene"',
    userId,
    snapshot: Y.encodeStateAsUpdate(toYDoc(emptyDocument())),
  });
  const object = await storeObject(
    { db, store },
    { accountId, body: Buffer.from(`the file of ${name}`), contentType: 'text/plain' },
  );
  await createAsset(db, {
    accountId,
    compositionId: null,
    userId,
    type: 3,
    uploadType: null,
    name: '../wood.png',
    size: object.size,
    objectId: object.id,
    uploadId: null,
  });
  return made;
}

async function keysOf(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) {
    keys.push(key);
  }
  return keys;
}

describe('an export', () => {
  it('is one archive of everything, whose link comes by mail and is no longer known than as a hash', async () => {
    const { userId } = await makePerson('exporter');
    await db.transaction((trx) => requestExport(trx, userId));
    const { id } = await db('account_exports').where({ user_id: userId }).first('id');
    const run = accountExport({ db, store, publicUrl: 'https://diorama.test' });
    const { bytes } = await run({ exportId: id }, context());
    const [mail] = await db('emails').where({ template: 'export-ready' });
    expect(mail).toMatchObject({ recipient: 'exporter@people.test', locale: 'es' });
    expect(mail.props.name, 'nobody has confirmed the address').toBeNull();
    const token = String(mail.props.url).split('/').at(-1) ?? '';
    const archive = await findExport(db, createHash('sha256').update(token).digest());
    expect(archive?.size).toBe(bytes);
    const chunks: Buffer[] = [];
    for await (const chunk of (await store.get(archive?.key ?? '')).stream) {
      chunks.push(chunk);
    }
    const files = unzipSync(Buffer.concat(chunks));
    const names = Object.keys(files);
    expect(names.some((name) => name.includes('..') || name.startsWith('/'))).toBe(false);
    const textOf = (start: string) =>
      Buffer.from(files[names.find((name) => name.startsWith(start)) ?? ''] ?? []).toString();
    expect(JSON.parse(textOf('profile.json'))).toMatchObject({ email: 'exporter@people.test' });
    expect(textOf('profile.json')).not.toContain('password');
    expect(JSON.parse(textOf('scenes/'))).toMatchObject({ document: { unit: 'm' } });
    expect(textOf('files/')).toBe('the file of exporter');
    // The same job again, after its first run was done: nothing more is sent.
    expect(await run({ exportId: id }, context())).toEqual({ bytes: 0 });
    expect(await db('emails').where({ template: 'export-ready' })).toHaveLength(1);
  });
});

describe('leaving', () => {
  it('takes everything along, and nothing of anybody else', async () => {
    const stays = await makePerson('stays');
    const { userId, accountId } = await makePerson('leaves');
    await db('account_members').insert({ account_id: stays.accountId, user_id: userId, role: 'admin' });
    await db.transaction((trx) => leaveForGood(trx, userId));
    const erase = accountErase({ db, store });
    await erase({ userId, accountIds: [accountId] }, context());
    expect(await keysOf(`${accountId}/`)).toEqual([]);
    expect(await keysOf(`${stays.accountId}/`)).toHaveLength(1);
    for (const table of ['compositions', 'assets', 'objects']) {
      expect(await db(table).where({ account_id: accountId })).toEqual([]);
    }
    expect(await db('account_members').where({ user_id: userId })).toEqual([]);
    const row = await db('users').where({ id: userId }).first();
    expect(JSON.stringify(row)).not.toContain('leaves');
    expect((await findCredentials(db, 'leaves@people.test'))?.deleted_at).toBeTruthy();
    expect(await db('accounts').where({ id: stays.accountId })).toHaveLength(1);
  });

  it('is finished by the next run when the first was killed at any point', async () => {
    const { userId, accountId } = await makePerson('killed');
    await db.transaction((trx) => leaveForGood(trx, userId));
    const payload = { userId, accountIds: [accountId] };
    const erase = accountErase({ db, store });
    const killed = { ...context(), complete: () => Promise.reject(new Error('killed')) };
    await expect(erase(payload, killed)).rejects.toThrow('killed');
    expect(await keysOf(`${accountId}/`)).toEqual([]);
    expect(await db('accounts').where({ id: accountId })).toHaveLength(1);
    await erase(payload, context());
    expect(await db('accounts').where({ id: accountId })).toEqual([]);
    await erase(payload, context());
    expect((await db('users').where({ id: userId }).first()).erased_at).toBeTruthy();
  });
});
