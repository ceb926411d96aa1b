import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startHarness } from '@diorama/gateway/test/harness.ts';
import { multipartForm } from '@diorama/gateway/test/multipart-form.ts';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { folderPlace, upload } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { readBackupManifest, writeManifest } from '@diorama/shared/server/operations/backup/manifest.ts';
import { restoreBackup } from '@diorama/shared/server/operations/backup/restore-backup.ts';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../test/database.ts';
import { triangleGlb } from '../test/tiny-files.ts';
import { unpackDump } from '../upgrades/test/unpack-dump.ts';
import { useBackups } from './test/use-backups.ts';

const restores = (kind: 'folder' | 'bucket') => {
  const {
    ends,
    site,
    temporaryFolder,
    emptyPlace,
    readBytes,
    writeBytes,
    pathsOf,
    url,
    backUp,
    uploadModel,
    createScene,
    newInstallation,
    someObject,
  } = useBackups(kind);

  it('is restored into an empty installation, which works as before', async () => {
    const path = await createScene('Kitchen', { box: { kind: 'box', position: [1, 2, 3] } });
    const asset = await uploadModel();
    const transfer = {
      id: randomUUID(),
      user_id: site.owner.userId,
      account_id: site.owner.accountId,
      size: 1,
    };
    await site.harness.db('account_exports').insert({
      ...transfer,
      key: `exports/${transfer.id}.zip`,
      expires_at: new Date(Date.now() + 86_400_000),
    });
    await site.harness.db('workspace_imports').insert({
      ...transfer,
      name: 'archive.zip',
      key: `imports/${transfer.id}.zip`,
    });
    const { manifest, missing } = await backUp();
    await site.harness.db('workspace_imports').delete();
    expect(missing).toEqual([]);
    expect(manifest.hasSecrets).toBe(false);
    // Later changes are not in it.
    await createScene('Later', {});

    const target = await newInstallation();
    await restoreBackup({ place: site.place, ...target });
    const restored = await startHarness({ DATABASE_URL: target.databaseUrl });
    ends.push(restored.close);
    const signIn = await restored.call('POST', '/api/login', {
      body: { email: site.owner.email, password: 'a long enough pass' },
    });
    const token = String(signIn.json.token);
    const names = (await restored.call('GET', '/api/compositions', { token })).json.member as {
      name: string;
    }[];
    expect(names.map(({ name }) => name)).toEqual(['Kitchen']);
    const before = await site.harness.call('GET', path, { token: site.owner.token });
    const after = await restored.call('GET', path, { token });
    expect(after.json).toEqual(before.json);
    expect((await restored.call('GET', asset, { token })).status).toBe(200);
    // Triggers, numbers and references work as before.
    const created = await restored.call('POST', '/api/compositions', { token, body: { name: 'New' } });
    expect(created.status).toBe(201);
    expect(
      (await restored.call('GET', `/api/accounts/${site.owner.accountId}/exports`, { token })).json.member,
      'archives are not in a backup',
    ).toEqual([]);
    const imports = await restored.call('GET', `/api/accounts/${site.owner.accountId}/imports`, { token });
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

  it('is restored by its command into a folder that only root can enter', { tags: ['full'] }, async () => {
    await uploadModel();
    await backUp();
    const folder = await temporaryFolder();
    await chmod(folder, 0o700);
    const dataDir = join(folder, 'data');
    const env = {
      PATH: process.env.PATH,
      DIORAMA_DATA_DIR: dataDir,
      BACKUP_S3_ENDPOINT: site.s3.options.endpoint,
      BACKUP_S3_REGION: site.s3.options.region,
      BACKUP_S3_ACCESS_KEY: site.s3.options.accessKey,
      BACKUP_S3_SECRET_KEY: site.s3.options.secretKey,
    };
    const command = [join(import.meta.dirname, 'main.ts'), 'restore', site.address];
    const { stdout } = await promisify(execFile)(process.execPath, command, { env });
    expect(stdout).toMatch(/^Restored the backup of .*: \d+ objects$/m);
    expect((await stat(join(dataDir, 'objects'))).mode & 0o077).toBe(0);
  });

  it('is rejected for a non-empty target, damaged files, or a backup of a newer release', async () => {
    await uploadModel();
    const { manifest } = await backUp();
    const target = await newInstallation();
    const restore = (options: Partial<typeof target> = {}) =>
      restoreBackup({ place: site.place, ...target, ...options });
    await expect(restore({ databaseUrl: url() })).rejects.toThrow('The database is not empty');
    await target.store.put('other/thing', Buffer.from('x'), { contentType: 'text/plain' });
    await expect(restore()).rejects.toThrow('The object store is not empty');
    await target.store.delete('other/thing');

    await writeManifest(site.place, { ...manifest, migrations: [...manifest.migrations, '9999-later'] });
    await expect(restore()).rejects.toThrow('A newer release made this backup');
    await writeManifest(site.place, { ...manifest, migrations: ['0001-events', '0075-backup-runs'] });
    await expect(restore()).rejects.toThrow('older than the newest version before 1.0');
    await writeManifest(site.place, manifest);

    const users = `${manifest.folder}/users.copy`;
    const rows = await readBytes(users);
    await writeBytes(users, rows.subarray(0, -10));
    await expect(restore()).rejects.toThrow(/users\.copy is damaged/);
    await site.place.remove(users);
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
      await upload(site.place, path, join(folder, path));
    }
    const manifest = await readBackupManifest(site.place);
    if (manifest === null) {
      throw new Error('The dump has no manifest');
    }
    await writeManifest(site.place, { ...manifest, migrations: ['0001-events', '0076-file-settings'] });
    const target = await newInstallation();
    await restoreBackup({ place: site.place, ...target });
    const db = createDb(target.databaseUrl, { name: 'test', max: 1 });
    ends.push(() => db.destroy());
    expect(await db('compositions').pluck('name')).toEqual(['Kitchen']);
  });

  it('copies bytes of two workspaces without conflict, in any order', {
    tags: ['full'],
  }, async () => {
    const other = await site.harness.signUp('other');
    const bytes = triangleGlb({ unused: 5_000_000 });
    for (const { token } of [site.owner, other]) {
      const body = multipartForm({ type: '2' }, ['file', 'same.glb', bytes]);
      expect((await site.harness.call('POST', '/api/assets/upload', { token, body })).status).toBe(201);
    }
    expect((await backUp()).missing).toEqual([]);
    expect((await pathsOf('objects/')).filter((path) => path.endsWith('.part'))).toEqual([]);
    await restoreBackup({ place: site.place, ...(await newInstallation()) });
  });

  it('is restored over an empty database with later migrations, without lost objects', {
    tags: ['full'],
  }, async () => {
    await uploadModel();
    const lost = await site.harness.db('objects').orderBy('created_at', 'desc').first('key');
    const { stream, contentType, size } = await site.store.get(lost?.key);
    const bytes = Buffer.concat(await stream.toArray());
    await site.store.delete(lost?.key);
    expect((await backUp()).missing).toEqual([lost?.key]);
    await site.store.put(lost?.key, bytes, { contentType, size });

    const { store: target } = await newInstallation();
    const database = await createTestDatabase();
    const db = createDb(database.url, { name: 'restored', max: 1 });
    ends.push(database.drop, () => db.destroy());
    await db('schema_steps').insert({ name: '9999-later' });
    await restoreBackup({ place: site.place, databaseUrl: database.url, store: target });
    expect(await db('schema_steps').where({ name: '9999-later' })).toEqual([]);
    expect(await db('objects').where({ key: lost?.key })).toEqual([]);
    expect(await db('users').where({ id: site.owner.userId })).toHaveLength(1);
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
    await restoreBackup({ place: site.place, ...target });
  });
};

describe('a backup in a folder', () => restores('folder'));

describe('a backup in a bucket', { tags: ['full'] }, () => restores('bucket'));
