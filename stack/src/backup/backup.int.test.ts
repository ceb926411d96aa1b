import { execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { type Harness, type Person, startHarness } from '@diorama/gateway/test/harness.ts';
import { multipartForm } from '@diorama/gateway/test/multipart-form.ts';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import { ObjectMissingError, type ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { withBackupLock } from '@diorama/shared/server/operations/backup/backup-lock.ts';
import {
  type BackupPlace,
  folderPlace,
  openBackupPlace,
  upload,
} from '@diorama/shared/server/operations/backup/backup-place.ts';
import { makeBackup } from '@diorama/shared/server/operations/backup/make-backup.ts';
import {
  objectPath,
  PARTS,
  readBackupManifest,
  writeManifest,
} from '@diorama/shared/server/operations/backup/manifest.ts';
import { checkBackup, restoreBackup } from '@diorama/shared/server/operations/backup/restore-backup.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../test/database.ts';
import { startTestS3, type TestS3 } from '../test/s3.ts';
import { triangleGlb } from '../test/tiny-files.ts';
import { unpackDump } from '../upgrades/test/unpack-dump.ts';
import { emptyInstallation } from './test/empty-installation.ts';

const FIXTURE = join(import.meta.dirname, '../test/fixture-backup.ts');

const backups = (kind: 'folder' | 'bucket') => {
  let harness: Harness;
  let owner: Person;
  let store: ObjectStore;
  const ends: (() => unknown)[] = [];
  let s3: TestS3;
  let address: string;
  let place: BackupPlace;
  beforeAll(async () => {
    s3 = await startTestS3();
    ends.push(s3.stop);
    harness = await startHarness();
    ends.push(harness.close);
    owner = await harness.signUp('owner');
    store = harness.deps.store;
  });
  afterAll(async () => {
    for (const end of ends.reverse()) {
      await end();
    }
  });
  beforeEach(async () => {
    address = await emptyAddress();
    place = openBackupPlace(address, s3.options);
  });

  const temporaryFolder = async () => {
    const path = await mkdtemp(join(tmpdir(), 'diorama-backup-'));
    ends.push(() => rm(path, { recursive: true, force: true }));
    return path;
  };
  const emptyAddress = async () =>
    kind === 'folder'
      ? temporaryFolder()
      : `s3://${s3.options.bucket}/backups/${randomBytes(4).toString('hex')}`;
  const emptyPlace = async () => openBackupPlace(await emptyAddress(), s3.options);
  const readBytes = async (path: string) => {
    const stream = await place.read(path);
    return Buffer.concat((await stream?.toArray()) ?? []);
  };
  const writeBytes = (path: string, bytes: Buffer) => place.write(path, Readable.from([bytes]));
  const pathsOf = (prefix: string) => Array.fromAsync(place.list(prefix));
  const url = () => harness.deps.env.databaseUrl;
  const backUp = () => makeBackup({ place, databaseUrl: url(), store });
  const uploadModel = async () => {
    const body = multipartForm({ type: '2' }, [
      'file',
      'part.glb',
      triangleGlb({ unused: 1_000 + randomBytes(2).readUInt16BE() }),
    ]);
    const { status, json } = await harness.call('POST', '/api/assets/upload', { token: owner.token, body });
    expect(status).toBe(201);
    return String(json['@id']);
  };
  const createScene = async (name: string, nodes: object) => {
    const { json } = await harness.call('POST', '/api/compositions', { token: owner.token, body: { name } });
    const path = `/api/compositions/${json.uuid}/document`;
    const { document } = (await harness.call('GET', path, { token: owner.token })).json;
    await harness.call('PUT', path, {
      token: owner.token,
      body: { document: { ...(document as object), nodes } },
      headers: { 'if-match': '0' },
    });
    return path;
  };
  const newInstallation = async () => {
    const made = await emptyInstallation();
    ends.push(() => made[Symbol.asyncDispose]());
    return made;
  };

  it('is restored into an empty installation, which works as before', async () => {
    const path = await createScene('Kitchen', { box: { kind: 'box', position: [1, 2, 3] } });
    const asset = await uploadModel();
    const transfer = { id: randomUUID(), user_id: owner.userId, account_id: owner.accountId, size: 1 };
    await harness.db('account_exports').insert({
      ...transfer,
      key: `exports/${transfer.id}.zip`,
      expires_at: new Date(Date.now() + 86_400_000),
    });
    await harness.db('workspace_imports').insert({
      ...transfer,
      name: 'archive.zip',
      key: `imports/${transfer.id}.zip`,
    });
    const { manifest, missing } = await backUp();
    await harness.db('workspace_imports').delete();
    expect(missing).toEqual([]);
    expect(manifest.hasSecrets).toBe(false);
    // What is changed later is not in it.
    await createScene('Later', {});

    const target = await newInstallation();
    await restoreBackup({ place, ...target });
    const restored = await startHarness({ DATABASE_URL: target.databaseUrl });
    ends.push(restored.close);
    const signIn = await restored.call('POST', '/api/login', {
      body: { email: owner.email, password: 'a long enough pass' },
    });
    const token = String(signIn.json.token);
    const names = (await restored.call('GET', '/api/compositions', { token })).json.member as {
      name: string;
    }[];
    expect(names.map(({ name }) => name)).toEqual(['Kitchen']);
    const before = await harness.call('GET', path, { token: owner.token });
    const after = await restored.call('GET', path, { token });
    expect(after.json).toEqual(before.json);
    expect((await restored.call('GET', asset, { token })).status).toBe(200);
    // Triggers, numbers and references work as before.
    const created = await restored.call('POST', '/api/compositions', { token, body: { name: 'New' } });
    expect(created.status).toBe(201);
    expect(
      (await restored.call('GET', `/api/accounts/${owner.accountId}/exports`, { token })).json.member,
      'archives are not in a backup',
    ).toEqual([]);
    const imports = await restored.call('GET', `/api/accounts/${owner.accountId}/imports`, { token });
    expect(imports.json.member).toMatchObject([
      { status: 'failed', error: { code: 'workspace.unfinished' } },
    ]);
    const keys = async (of: ObjectStore) => {
      const found: string[] = [];
      for await (const { key, size } of of.list('')) {
        found.push(`${key} ${size}`);
      }
      return found.sort();
    };
    const referenced = await restored.db('objects').pluck('key');
    expect((await keys(target.store)).map((line) => line.split(' ')[0]).sort()).toEqual(referenced.sort());
  });

  it('copies only new objects the next time, and replaces a broken copy', async () => {
    await uploadModel();
    const first = await backUp();
    expect(first.copied).toBeGreaterThan(0);
    const again = await backUp();
    expect([again.copied, again.copiedBytes]).toEqual([0, 0]);
    expect(again.manifest.objects.count).toBe(first.manifest.objects.count);
    const tables = (await pathsOf('database-')).map((path) => path.split('/')[0]);
    expect([...new Set(tables)]).toEqual([again.manifest.folder]);
    const broken = await someObject();
    await writeBytes(broken, Buffer.concat([await readBytes(broken), Buffer.from('x')]));
    expect((await backUp()).copied).toBe(1);
  });

  it('removes the objects that it does not name, and no other files', async () => {
    const others = [
      'database-dump.sql',
      'database-2025/users.copy',
      'database-2025-01-01t03-30-00-000z/notes.txt',
      'films/night.part',
      'objects/00/readme.txt',
    ];
    for (const path of others) {
      await writeBytes(path, Buffer.from('of an operator'));
    }
    await uploadModel();
    const before = await backUp();
    const named = await pathsOf('objects/');
    const erased = objectPath(randomBytes(32).toString('hex'));
    await writeBytes(erased, Buffer.from('of an erased person'));
    expect((await backUp()).copied).toBe(0);
    expect((await pathsOf('objects/')).toSorted()).toEqual(named.toSorted());
    expect(await pathsOf('')).toEqual(expect.arrayContaining(others));
    expect((await checkBackup(place)).manifest.objects.count).toBe(before.manifest.objects.count);
  });

  const someObject = async () => {
    const { folder } = (await readBackupManifest(place)) ?? {};
    const [line = '{}'] = (await readBytes(`${folder}/objects.jsonl`)).toString().split('\n');
    return objectPath(JSON.parse(line).sha256);
  };

  /** Nightly backups that count the bytes of objects that they read from their place. */
  const nights = (read: { bytes: number }) => {
    const counting: BackupPlace = {
      ...place,
      sumOf: async (path) => {
        const size = await place.sizeOf(path);
        read.bytes += size ?? 0;
        return place.sumOf(path);
      },
    };
    return () => makeBackup({ place: counting, databaseUrl: url(), store, checks: 'part' });
  };

  it('reads each copy once in seven nights, and takes a broken one again', { tags: ['full'] }, async () => {
    for (let count = 0; count < 12; count += 1) {
      await uploadModel();
    }
    const { manifest } = await backUp();
    const copies = await pathsOf('objects/');
    // The size stays, so that the sum alone differs.
    for (const path of copies) {
      const bytes = await readBytes(path);
      await writeBytes(path, Buffer.concat([Buffer.from([(bytes[0] ?? 0) ^ 1]), bytes.subarray(1)]));
    }
    const read = { bytes: 0 };
    const night = nights(read);
    const runs: { bytes: number; copied: number }[] = [];
    for (let run = 0; run < PARTS; run += 1) {
      const before = read.bytes;
      const { copied } = await night();
      runs.push({ bytes: read.bytes - before, copied });
    }
    expect(runs.reduce((sum, { copied }) => sum + copied, 0)).toBe(copies.length);
    expect(read.bytes).toBe(manifest.objects.bytes);
    for (const { bytes } of runs) {
      expect(bytes).toBeLessThan(read.bytes / 2);
    }
    await checkBackup(place);
    // A backup by hand in between does not begin the round again.
    const part = (await readBackupManifest(place))?.checkedPart;
    await backUp();
    expect((await readBackupManifest(place))?.checkedPart).toBe(part);
  });

  it('takes a missing or shortened copy again in the next night, and reads no other part', async () => {
    for (let count = 0; count < 4; count += 1) {
      await uploadModel();
    }
    await backUp();
    const copies = await pathsOf('objects/');
    const read = { bytes: 0 };
    const night = nights(read);
    for (const [at, path] of copies.entries()) {
      if (at % 2 === 0) {
        await place.remove(path);
      } else {
        await writeBytes(path, (await readBytes(path)).subarray(1));
      }
    }
    expect((await night()).copied).toBe(copies.length);
    expect(read.bytes, 'the size tells before the sum').toBe(0);
    await checkBackup(place);
  });

  it('that is killed within an object leaves the previous backup whole, and can be repeated', {
    tags: ['full'],
  }, async () => {
    await uploadModel();
    const before = await backUp();
    await uploadModel();
    await uploadModel();
    const { dataDir } = harness.deps.env;
    const child = spawn(
      process.execPath,
      [FIXTURE, url(), join(dataDir, 'objects'), address, JSON.stringify(s3.options)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await ended;

    expect((await checkBackup(place)).manifest).toEqual(before.manifest);
    const made = await backUp();
    expect(made.missing).toEqual([]);
    // The first of the two objects may have been written before the kill.
    expect([1, 2]).toContain(made.copied);
    expect(made.manifest.objects.count).toBe(before.manifest.objects.count + 2);
    const paths = await pathsOf('');
    expect(paths.filter((path) => path.endsWith('.part'))).toEqual([]);
    const tables = paths.filter((path) => path.startsWith('database-')).map((path) => path.split('/')[0]);
    expect([...new Set(tables)]).toEqual([made.manifest.folder]);
    await restoreBackup({ place, ...(await newInstallation()) });
  });

  it('is restored by its command into a folder that only root can enter', { tags: ['full'] }, async () => {
    await uploadModel();
    await backUp();
    const folder = await temporaryFolder();
    await chmod(folder, 0o700);
    const dataDir = join(folder, 'data');
    const env = {
      PATH: process.env.PATH,
      DIORAMA_DATA_DIR: dataDir,
      BACKUP_S3_ENDPOINT: s3.options.endpoint,
      BACKUP_S3_REGION: s3.options.region,
      BACKUP_S3_ACCESS_KEY: s3.options.accessKey,
      BACKUP_S3_SECRET_KEY: s3.options.secretKey,
    };
    const command = [join(import.meta.dirname, 'main.ts'), 'restore', address];
    const { stdout } = await promisify(execFile)(process.execPath, command, { env });
    expect(stdout).toMatch(/^Restored the backup of .*: \d+ objects$/m);
    expect((await stat(join(dataDir, 'objects'))).mode & 0o077).toBe(0);
  });

  it('reports the objects that the store has lost, and keeps all others', async () => {
    const before = await backUp();
    await uploadModel();
    const key = await harness.db('objects').orderBy('created_at', 'desc').first('key');
    const { stream, contentType, size } = await store.get(key?.key);
    const bytes = Buffer.concat(await stream.toArray());
    await store.delete(key?.key);
    const { missing, manifest } = await backUp();
    expect(missing).toEqual([key?.key]);
    expect(manifest.objects.count).toBe(before.manifest.objects.count);
    await store.put(key?.key, bytes, { contentType, size });
  });

  it('does not overwrite the backup of another installation', async () => {
    const { manifest } = await backUp();
    expect(manifest.accounts.length).toBeGreaterThan(0);
    const write = (value: object) => writeBytes('manifest.json', Buffer.from(JSON.stringify(value)));
    await write({ ...manifest, accounts: [randomUUID()] });
    const before = (await Array.fromAsync(place.list(''))).toSorted();
    await expect(backUp()).rejects.toThrow(/holds the backup of another installation/);
    expect((await Array.fromAsync(place.list(''))).toSorted()).toEqual(before);
    await write(manifest);
    await backUp();
  });

  it('does not report objects as lost that are deleted meanwhile', async () => {
    const uploaded = await uploadModel();
    const row = await harness.db('objects').orderBy('created_at', 'desc').first('key');
    const deleting: ObjectStore = {
      ...store,
      get: async (key, options) => {
        if (key === row?.key) {
          await harness
            .db('assets')
            .where({ id: uploaded.split('/').at(-1) })
            .delete();
          await store.delete(key);
        }
        return store.get(key, options);
      },
    };
    const { missing } = await makeBackup({ place, databaseUrl: url(), store: deleting });
    expect(missing).toEqual([]);
    await expect(store.get(row?.key)).rejects.toThrow(ObjectMissingError);
  });

  it('reports that it waits for another backup, then the number of objects', async () => {
    await uploadModel();
    const waits = Promise.withResolvers<void>();
    const shown: string[] = [];
    const made = withBackupLock(url(), async () => {
      const waiting = makeBackup({
        place,
        databaseUrl: url(),
        store,
        onWait: waits.resolve,
        onProgress: ({ objects, of }) => shown.push(`${objects}/${of}`),
      });
      await waits.promise;
      expect(shown).toEqual([]);
      return { waiting };
    });
    await (await made).waiting;
    const [listed] = await harness.db('objects').count<{ count: number }[]>();
    expect(shown.at(-1)).toBe(`${listed?.count}/${listed?.count}`);
  });

  it('fails when it loses its lock, and leaves the previous backup whole', async () => {
    await uploadModel();
    const before = await backUp();
    await uploadModel();
    const losing: ObjectStore = {
      ...store,
      get: async (key, options) => {
        await harness.db.raw(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'diorama-backup-lock'`,
        );
        return store.get(key, options);
      },
    };
    await expect(makeBackup({ place, databaseUrl: url(), store: losing })).rejects.toThrow();
    expect((await checkBackup(place)).manifest).toEqual(before.manifest);
    expect((await backUp()).missing).toEqual([]);
  });

  it('is rejected for a non-empty target, damaged files, or a backup of a newer release', async () => {
    await uploadModel();
    const { manifest } = await backUp();
    const target = await newInstallation();
    const restore = (options: Partial<typeof target> = {}) => restoreBackup({ place, ...target, ...options });
    await expect(restore({ databaseUrl: url() })).rejects.toThrow('The database is not empty');
    await target.store.put('other/thing', Buffer.from('x'), { contentType: 'text/plain' });
    await expect(restore()).rejects.toThrow('The object store is not empty');
    await target.store.delete('other/thing');

    await writeManifest(place, { ...manifest, migrations: [...manifest.migrations, '9999-later'] });
    await expect(restore()).rejects.toThrow('A newer release made this backup');
    await writeManifest(place, { ...manifest, migrations: ['0001-events', '0075-backup-runs'] });
    await expect(restore()).rejects.toThrow('older than the newest version before 1.0');
    await writeManifest(place, manifest);

    const users = `${manifest.folder}/users.copy`;
    const rows = await readBytes(users);
    await writeBytes(users, rows.subarray(0, -10));
    await expect(restore()).rejects.toThrow(/users\.copy is damaged/);
    await place.remove(users);
    await expect(restore()).rejects.toThrow(/users\.copy is missing/);
    await writeBytes(users, rows);

    const object = await someObject();
    const bytes = await readBytes(object);
    await writeBytes(object, bytes.subarray(1));
    await expect(restore()).rejects.toThrow('objects of the backup are missing or damaged');
    await writeBytes(object, bytes);
    // None of these left anything behind.
    await restore();
    await expect(restoreBackup({ ...target, place: await emptyPlace() })).rejects.toThrow(
      'There is no whole backup',
    );
  });

  it('is restored from the last version before 1.0, which has the schema of the baseline', async () => {
    const folder = await temporaryFolder();
    await unpackDump('0001-baseline', folder);
    const dump = folderPlace(folder);
    for await (const path of dump.list('')) {
      await upload(place, path, join(folder, path));
    }
    const manifest = await readBackupManifest(place);
    if (manifest === null) {
      throw new Error('The dump has no manifest');
    }
    await writeManifest(place, { ...manifest, migrations: ['0001-events', '0076-file-settings'] });
    const target = await newInstallation();
    await restoreBackup({ place, ...target });
    const db = createDb(target.databaseUrl, { name: 'test', max: 1 });
    ends.push(() => db.destroy());
    expect(await db('compositions').pluck('name')).toEqual(['Kitchen']);
  });

  it('copies bytes of two workspaces without conflict, in any order', {
    tags: ['full'],
  }, async () => {
    const other = await harness.signUp('other');
    const bytes = triangleGlb({ unused: 5_000_000 });
    for (const { token } of [owner, other]) {
      const body = multipartForm({ type: '2' }, ['file', 'same.glb', bytes]);
      expect((await harness.call('POST', '/api/assets/upload', { token, body })).status).toBe(201);
    }
    expect((await backUp()).missing).toEqual([]);
    expect((await pathsOf('objects/')).filter((path) => path.endsWith('.part'))).toEqual([]);
    await restoreBackup({ place, ...(await newInstallation()) });
  });

  it('is restored over an empty database with later migrations, without lost objects', {
    tags: ['full'],
  }, async () => {
    await uploadModel();
    const lost = await harness.db('objects').orderBy('created_at', 'desc').first('key');
    const { stream, contentType, size } = await store.get(lost?.key);
    const bytes = Buffer.concat(await stream.toArray());
    await store.delete(lost?.key);
    expect((await backUp()).missing).toEqual([lost?.key]);
    await store.put(lost?.key, bytes, { contentType, size });

    const { store: target } = await newInstallation();
    const database = await createTestDatabase();
    const db = createDb(database.url, { name: 'restored', max: 1 });
    ends.push(database.drop, () => db.destroy());
    await db('schema_steps').insert({ name: '9999-later' });
    await restoreBackup({ place, databaseUrl: database.url, store: target });
    expect(await db('schema_steps').where({ name: '9999-later' })).toEqual([]);
    expect(await db('objects').where({ key: lost?.key })).toEqual([]);
    expect(await db('users').where({ id: owner.userId })).toHaveLength(1);
  });

  it('shows one moment while users work', async () => {
    let isWorking = true;
    const work = async () => {
      for (let at = 0; isWorking; at += 1) {
        await createScene(`Scene ${at}`, { box: { kind: 'box' } });
        await uploadModel();
      }
    };
    const working = Promise.all([work(), work(), work()]);
    const { missing } = await backUp();
    isWorking = false;
    await working;
    expect(missing).toEqual([]);
    const target = await newInstallation();
    // Foreign keys are added after the rows, and so check every reference.
    await restoreBackup({ place, ...target });
  });
};

describe('a backup of a running installation in a folder', () => backups('folder'));

describe('a backup of a running installation in a bucket', { tags: ['full'] }, () => backups('bucket'));
