import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAsset } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { createStore, type ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { findExport, requestExport } from '@diorama/shared/server/people/exports.queries.ts';
import { findCredentials } from '@diorama/shared/server/people/people.queries.ts';
import { deactivatePerson } from '@diorama/shared/server/workspaces/account-lifecycle.queries.ts';
import { makePerson, makeScene } from '@diorama/stack/test/factories.ts';
import { jobContext, KILLED_IN_COMMIT } from '@diorama/stack/test/job-context.ts';
import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountErase } from './account-erase.ts';
import { accountExport } from './account-export.ts';

const database = useDatabase();
let dir: string;
let store: ObjectStore;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-life-'));
  store = createStore({ s3: null, dataDir: dir });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** A user with a scene and an uploaded file. */
async function makeOwner(name: string) {
  const person = await makePerson(database.db, { email: `${name}@people.test`, name, locale: 'es' });
  const { userId, accountId } = person;
  await makeScene(database.db, person, { name: '../../etc: a "scene"' });
  const object = await storeObject(
    { db: database.db, store },
    { accountId, body: Buffer.from(`the file of ${name}`), contentType: 'text/plain' },
  );
  await createAsset(database.db, {
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
  return person;
}

async function keysOf(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) {
    keys.push(key);
  }
  return keys;
}

describe('an export', () => {
  it('is one archive of everything, with a mailed link that is stored only as a hash', async () => {
    const { userId } = await makeOwner('exporter');
    await database.db.transaction((trx) => requestExport(trx, { userId }));
    const { id } = await database.db('account_exports').where({ user_id: userId }).first('id');
    const run = accountExport({ db: database.db, store, publicUrl: 'https://diorama.test' });
    const { bytes } = await run({ exportId: id }, jobContext());
    const [mail] = await database.db('emails').where({ template: 'export-ready' });
    expect(mail).toMatchObject({ recipient: 'exporter@people.test', locale: 'es' });
    expect(mail.props.name, 'nobody has confirmed the address').toBeNull();
    const token = String(mail.props.url).split('/').at(-1) ?? '';
    const archive = await findExport(database.db, createHash('sha256').update(token).digest());
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
    // The same job after its first run has completed: nothing more is sent.
    expect(await run({ exportId: id }, jobContext())).toEqual({ bytes: 0 });
    expect(await database.db('emails').where({ template: 'export-ready' })).toHaveLength(1);
    // One archive is kept at a time.
    await database.db.transaction((trx) => requestExport(trx, { userId }));
    const next = await database
      .db('account_exports')
      .where({ user_id: userId, completed_at: null })
      .first('id');
    await database.db.transaction((trx) => requestExport(trx, { userId }));
    expect(await database.db('account_exports').where({ user_id: userId })).toHaveLength(2);
    await run({ exportId: next.id }, jobContext());
    const kept = await database
      .db('account_exports')
      .where({ user_id: userId })
      .whereRaw('expires_at > now()')
      .pluck('id');
    expect(kept).toEqual([next.id]);
  });
});

describe('the deletion of a user', () => {
  it('deletes everything of the user, and nothing of others', async () => {
    const stays = await makeOwner('stays');
    const { userId, accountId } = await makeOwner('leaves');
    await database
      .db('account_members')
      .insert({ account_id: stays.accountId, user_id: userId, role: 'admin' });
    await database.db.transaction((trx) => deactivatePerson(trx, userId));
    const erase = accountErase({ db: database.db, store });
    await erase({ userId, accountIds: [accountId] }, jobContext());
    expect(await keysOf(`${accountId}/`)).toEqual([]);
    expect(await keysOf(`${stays.accountId}/`)).toHaveLength(1);
    for (const table of ['compositions', 'assets', 'objects']) {
      expect(await database.db(table).where({ account_id: accountId })).toEqual([]);
    }
    expect(await database.db('account_members').where({ user_id: userId })).toEqual([]);
    const row = await database.db('users').where({ id: userId }).first();
    expect(JSON.stringify(row)).not.toContain('leaves');
    expect((await findCredentials(database.db, 'leaves@people.test'))?.deleted_at).toBeTruthy();
    expect(await database.db('accounts').where({ id: stays.accountId })).toHaveLength(1);
  });

  it('is completed by the next run if the first was killed at any point', async () => {
    const { userId, accountId } = await makeOwner('killed');
    await database.db.transaction((trx) => deactivatePerson(trx, userId));
    const payload = { userId, accountIds: [accountId] };
    const erase = accountErase({ db: database.db, store });
    await expect(erase(payload, jobContext(KILLED_IN_COMMIT))).rejects.toThrow('killed');
    expect(await keysOf(`${accountId}/`)).toEqual([]);
    expect(await database.db('accounts').where({ id: accountId })).toHaveLength(1);
    await erase(payload, jobContext());
    expect(await database.db('accounts').where({ id: accountId })).toEqual([]);
    await erase(payload, jobContext());
    expect((await database.db('users').where({ id: userId }).first()).erased_at).toBeTruthy();
  });
});
