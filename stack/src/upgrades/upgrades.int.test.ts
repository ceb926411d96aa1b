import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Harness, startHarness } from '@diorama/gateway/test/harness.ts';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import { migrate } from '@diorama/shared/server/db/migrate.ts';
import { migrations } from '@diorama/shared/server/db/migrations/index.ts';
import { createDiskStore } from '@diorama/shared/server/objects/disk.ts';
import { folderPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { goBack } from '@diorama/shared/server/operations/backup/keep-database.ts';
import { replaceDatabase } from '@diorama/shared/server/operations/backup/load-database.queries.ts';
import { readBackupManifest, writeManifest } from '@diorama/shared/server/operations/backup/manifest.ts';
import { restoreBackup } from '@diorama/shared/server/operations/backup/restore-backup.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepBeforeUpgrade } from '../keep-before-upgrade.ts';
import { createTestDatabase } from '../test/database.ts';
import { canBeFull, fillDisk, makeRoom } from '../test/full-disk.ts';
import { DUMPS } from './test/make-dump.ts';
import { restoreOld } from './test/restore-old.ts';
import { OWNER_EMAIL } from './test/sample-data.ts';
import { unpackDump } from './test/unpack-dump.ts';
import { upgradeFolder } from './upgrade-folder.ts';

const OF_START = { isOfStart: true };
const NAMES = migrations.map(({ name }) => name);
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) {
    await end();
  }
});

async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'diorama-upgrade-'));
  ends.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

function fail(): never {
  throw new Error('There is no copy');
}

/** Unpacks a dump. @returns the folder of the backup */
async function unpack(name: string): Promise<string> {
  const folder = await temporaryFolder();
  await unpackDump(name, folder);
  return folder;
}

/** An installation of the release that made a dump, as its database was. */
async function oldDatabase(name: string): Promise<string> {
  const database = await createTestDatabase(null);
  ends.push(database.drop);
  const folder = await unpack(name);
  await restoreOld(database.url, folder);
  return database.url;
}

it('each migration has a dump of the release that added it', async () => {
  const dumps = (await readdir(DUMPS)).map((file) => file.replace(/\.zip$/, '')).sort();
  expect(dumps, 'node stack/src/upgrades/test/make-dump.ts <migration>').toEqual([...NAMES].sort());
});

it('the newest dump has a row of every table', async () => {
  const manifest = await readBackupManifest(folderPlace(await unpack(NAMES.at(-1) ?? '')));
  const empty = manifest?.tables.filter(({ rows }) => rows === 0);
  expect(empty, 'add a row to stack/src/upgrades/test/further-rows.ts and make the dump again').toEqual([]);
});

/** Gateways delete changes of access once every process has read them. */
const isKept = ({ name }: { name: string }) => name !== 'access_changes';

/** Runs tests for each release; `npm test` takes the oldest one, which goes through all migrations. */
function forReleases(names: readonly string[], what: string, define: (name: string) => void): void {
  for (const name of names) {
    describe(`${what} ${name}`, { tags: name === NAMES[0] ? [] : ['full'] }, () => define(name));
  }
}

forReleases(NAMES, 'the data of the release with', (name) => {
  let harness: Harness;
  let token: string;
  beforeAll(async () => {
    const folder = await unpack(name);
    expect((await readBackupManifest(folderPlace(folder)))?.migrations).toEqual(
      NAMES.slice(0, NAMES.indexOf(name) + 1),
    );
    const database = await createTestDatabase(null);
    ends.push(database.drop);
    const store = createDiskStore(join(await temporaryFolder(), 'objects'));
    await restoreBackup({ place: folderPlace(folder), databaseUrl: database.url, store });
    harness = await startHarness({ DATABASE_URL: database.url });
    ends.push(harness.close);
    // The owner signs in with the password of a new user.
    const lender = await harness.signUp('lender');
    const { password_hash } = await harness.db('users').where({ id: lender.userId }).first('password_hash');
    await harness.db('users').where({ email: OWNER_EMAIL }).update({ password_hash });
    const body = { email: OWNER_EMAIL, password: 'a long enough pass' };
    const { json } = await harness.call('POST', '/api/login', { body });
    token = String(json.token);
  });
  const call = (method: string, path: string, more: object = {}) =>
    harness.call(method, path, { token, ...more });
  const listed = async (path: string) => (await call('GET', path)).json.member as Record<string, unknown>[];

  it('is migrated and listed', async () => {
    expect(await harness.db('schema_steps').orderBy('name').pluck('name')).toEqual([...NAMES].sort());
    const [scene] = await listed('/api/compositions');
    expect(scene).toMatchObject({ name: 'Kitchen', tags: ['Red'], status: 'published' });
    expect(await listed('/api/projects')).toMatchObject([{ name: 'House' }]);
    expect(await listed('/api/assets')).toMatchObject([{ name: 'part.glb', status: 'ready' }]);
    expect(await listed(`/api/compositions/${scene?.uuid}/versions`)).toContainEqual(
      expect.objectContaining({ name: 'First' }),
    );
    expect(await listed(`/api/compositions/${scene?.uuid}/comments`)).toHaveLength(2);
    expect(await listed('/api/invoices')).toMatchObject([{ number: 'INV-2026-000001' }]);
    expect((await harness.call('GET', `/api/public/scenes/${scene?.uuid}`)).json.name).toBe('Kitchen');
  });

  if (name === NAMES.at(-1)) {
    it('has all rows of the dump', async () => {
      const manifest = await readBackupManifest(folderPlace(await unpack(name)));
      const fewer = await Promise.all(
        (manifest?.tables ?? []).filter(isKept).map(async (table) => {
          const [counted] = await harness.db(table.name).count('* as rows');
          return Number(counted?.rows) < table.rows ? [table.name] : [];
        }),
      );
      expect(fewer.flat()).toEqual([]);
    });
  }

  it('is edited and published', async () => {
    const [scene] = await listed('/api/compositions');
    const path = `/api/compositions/${scene?.uuid}/document`;
    const { json } = await call('GET', path);
    const { nodes, ...rest } = json.document as { nodes: Record<string, { name: string }> };
    expect(nodes.box?.name, 'the edit that was not merged').toBe('Edited box');
    const body = { document: { ...rest, nodes: { ...nodes, ball: { kind: 'sphere' } } } };
    const put = await call('PUT', path, { body, headers: { 'if-match': String(json.revision) } });
    expect(put.status).toBe(200);
    const after = (await call('GET', path)).json.document as { nodes: object };
    expect(Object.keys(after.nodes).sort()).toEqual(['ball', 'box', 'part']);
    const versions = await listed(`/api/compositions/${scene?.uuid}/versions`);
    const first = versions.find((version) => version.name === 'First');
    expect((await call('POST', `/api/versions/${first?.uuid}/restore`)).status).toBeLessThan(300);
    const published = await call('PATCH', `/api/compositions/${scene?.uuid}`, {
      body: { status: 'published' },
    });
    expect(published.status).toBe(200);
    expect((await harness.events('output.requested')).length).toBeGreaterThan(0);
  });
});

forReleases(NAMES.slice(0, -1), 'an upgrade of the data of', (name) => {
  it('keeps a copy, from which the database can be restored', { tags: ['full'] }, async () => {
    const url = await oldDatabase(name);
    const folder = await temporaryFolder();
    const db = createDb(url, { name: 'test', max: 1 });
    ends.push(() => db.destroy());
    const read = async () => ({
      steps: await db('schema_steps').orderBy('name').pluck('name'),
      users: await db('users').orderBy('id').select('id', 'email'),
      documents: await db('composition_documents').select('composition_id', 'document'),
      updates: await db('composition_updates').select('seq', 'bytes'),
      orders: await db('orders').select('id', 'status'),
    });
    const before = await read();
    expect(before.steps).toEqual(NAMES.slice(0, NAMES.indexOf(name) + 1));
    expect(await keepBeforeUpgrade(url, folder, OF_START)).toContain('npm run go-back restores');
    await migrate(url);
    // A second start of the same upgrade keeps the first copy.
    expect(await keepBeforeUpgrade(url, folder, OF_START)).toBeNull();
    await db('users').where({ email: OWNER_EMAIL }).update({ name: 'After' });
    await goBack(url, upgradeFolder(folder));
    expect(await read()).toEqual(before);
    await expect(goBack(url, upgradeFolder(folder))).rejects.toThrow(
      'There is no copy from before an upgrade',
    );
    expect(await migrate(url)).toEqual(NAMES.slice(NAMES.indexOf(name) + 1));
  });
});

it.skipIf(!canBeFull('a copy before an upgrade on a full disk'))(
  'an upgrade continues without a copy on a full disk, and leaves no partial copy',
  async () => {
    const url = await oldDatabase(NAMES[0] ?? '');
    const folder = await temporaryFolder();
    fillDisk(folder);
    try {
      expect(await keepBeforeUpgrade(url, folder, OF_START)).toContain('no copy of the database was kept');
      expect(await readdir(folder)).toEqual([]);
      await expect(keepBeforeUpgrade(url, folder, { isOfStart: false })).rejects.toThrow('no copy');
    } finally {
      makeRoom();
    }
  },
);

it('a copy in a chosen folder stays until its upgrade is complete, and the next upgrade replaces it', {
  tags: ['full'],
}, async () => {
  const url = await oldDatabase(NAMES[0] ?? '');
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'other'), '');
  const place = folderPlace(upgradeFolder(folder));
  const keep = () => keepBeforeUpgrade(url, folder, { isOfStart: false });
  expect(await keep()).toBe(
    `kept a copy of the database from before the upgrade; npm run go-back -- ${folder} restores it`,
  );
  const first = await readBackupManifest(place);
  // An upgrade that failed in the middle.
  await migrate(url, migrations.slice(0, 2));
  expect(await keep()).toContain('still there');
  expect(await readBackupManifest(place)).toEqual(first);
  // An upgrade to a release with the first three migrations.
  await migrate(url, migrations.slice(0, 3));
  await writeManifest(place, { ...(first ?? fail()), upgrade: NAMES.slice(1, 3) });
  expect(await keep()).toContain('kept a copy');
  expect((await readBackupManifest(place))?.migrations).toEqual(NAMES.slice(0, 3));
  await migrate(url);
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: url,
    DIORAMA_DATA_DIR: await temporaryFolder(),
    INIT_CWD: dirname(folder),
  };
  const command = [join(import.meta.dirname, 'go-back.ts'), basename(folder)];
  await promisify(execFile)(process.execPath, command, { env });
  const db = createDb(url, { name: 'test', max: 1 });
  ends.push(() => db.destroy());
  expect(await db('schema_steps').orderBy('name').pluck('name')).toEqual(NAMES.slice(0, 3));
  expect(await readdir(folder)).toEqual(['other']);
});

it('an interrupted rollback leaves the migrated database whole, and can be repeated', {
  tags: ['full'],
}, async () => {
  const url = await oldDatabase(NAMES[0] ?? '');
  const folder = await temporaryFolder();
  await keepBeforeUpgrade(url, folder, OF_START);
  await migrate(url);
  const db = createDb(url, { name: 'test', max: 1 });
  ends.push(() => db.destroy());
  const place = folderPlace(upgradeFolder(folder));
  const manifest = (await readBackupManifest(place)) ?? fail();
  const last = `${manifest.tables.at(-1)?.name}.copy`;
  const ending = {
    ...place,
    read: async (path: string) =>
      path.endsWith(`/${last}`) ? Promise.reject(new Error('killed')) : place.read(path),
  };
  await expect(replaceDatabase(url, manifest, ending)).rejects.toThrow('killed');
  expect(await db('schema_steps').orderBy('name').pluck('name')).toEqual([...NAMES].sort());
  expect(await db('users').where({ email: OWNER_EMAIL })).toHaveLength(1);
  await goBack(url, upgradeFolder(folder));
  expect(await db('schema_steps').pluck('name')).toEqual([NAMES[0]]);
  expect(await db('users').where({ email: OWNER_EMAIL })).toHaveLength(1);
});

it('a damaged copy is rejected, and the database stays unchanged', { tags: ['full'] }, async () => {
  const url = await oldDatabase(NAMES[0] ?? '');
  const folder = await temporaryFolder();
  await keepBeforeUpgrade(url, folder, OF_START);
  const tables = (await readBackupManifest(folderPlace(upgradeFolder(folder))))?.folder ?? '';
  await writeFile(join(upgradeFolder(folder), tables, 'users.copy'), 'damaged');
  await expect(goBack(url, upgradeFolder(folder))).rejects.toThrow('users.copy is damaged');
  const db = createDb(url, { name: 'test', max: 1 });
  ends.push(() => db.destroy());
  expect(await db('users').where({ email: OWNER_EMAIL })).toHaveLength(1);
});
