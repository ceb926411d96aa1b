import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { ObjectMissingError, type ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { withBackupLock } from '@diorama/shared/server/operations/backup/backup-lock.ts';
import type { BackupPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { makeBackup } from '@diorama/shared/server/operations/backup/make-backup.ts';
import { objectPath, PARTS, readBackupManifest } from '@diorama/shared/server/operations/backup/manifest.ts';
import { checkBackup, restoreBackup } from '@diorama/shared/server/operations/backup/restore-backup.ts';
import { describe, expect, it } from 'vitest';
import { useBackups } from './test/use-backups.ts';

const FIXTURE = join(import.meta.dirname, '../test/fixture-backup.ts');

const backups = (kind: 'folder' | 'bucket') => {
  const { site, readBytes, writeBytes, pathsOf, url, backUp, uploadModel, newInstallation, someObject } =
    useBackups(kind);

  /** Nightly backups that count the bytes of objects that they read from their site.place. */
  const nights = (read: { bytes: number }) => {
    const counting: BackupPlace = {
      ...site.place,
      sumOf: async (path) => {
        const size = await site.place.sizeOf(path);
        read.bytes += size ?? 0;
        return site.place.sumOf(path);
      },
    };
    return () => makeBackup({ place: counting, databaseUrl: url(), store: site.store, checks: 'part' });
  };

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
    expect((await checkBackup(site.place)).manifest.objects.count).toBe(before.manifest.objects.count);
  });

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
    await checkBackup(site.place);
    // A backup by hand in between does not begin the round again.
    const part = (await readBackupManifest(site.place))?.checkedPart;
    await backUp();
    expect((await readBackupManifest(site.place))?.checkedPart).toBe(part);
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
        await site.place.remove(path);
      } else {
        await writeBytes(path, (await readBytes(path)).subarray(1));
      }
    }
    expect((await night()).copied).toBe(copies.length);
    expect(read.bytes, 'the size tells before the sum').toBe(0);
    await checkBackup(site.place);
  });

  it('that is killed within an object leaves the previous backup whole, and can be repeated', {
    tags: ['full'],
  }, async () => {
    await uploadModel();
    const before = await backUp();
    await uploadModel();
    await uploadModel();
    const { dataDir } = site.harness.deps.env;
    const child = spawn(
      process.execPath,
      [FIXTURE, url(), join(dataDir, 'objects'), site.address, JSON.stringify(site.s3.options)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await ended;

    expect((await checkBackup(site.place)).manifest).toEqual(before.manifest);
    const made = await backUp();
    expect(made.missing).toEqual([]);
    // The first of the two objects may have been written before the kill.
    expect([1, 2]).toContain(made.copied);
    expect(made.manifest.objects.count).toBe(before.manifest.objects.count + 2);
    const paths = await pathsOf('');
    expect(paths.filter((path) => path.endsWith('.part'))).toEqual([]);
    const tables = paths.filter((path) => path.startsWith('database-')).map((path) => path.split('/')[0]);
    expect([...new Set(tables)]).toEqual([made.manifest.folder]);
    await restoreBackup({ place: site.place, ...(await newInstallation()) });
  });

  it('reports the objects that the store has lost, and keeps all others', async () => {
    const before = await backUp();
    await uploadModel();
    const key = await site.harness.db('objects').orderBy('created_at', 'desc').first('key');
    const { stream, contentType, size } = await site.store.get(key?.key);
    const bytes = Buffer.concat(await stream.toArray());
    await site.store.delete(key?.key);
    const { missing, manifest } = await backUp();
    expect(missing).toEqual([key?.key]);
    expect(manifest.objects.count).toBe(before.manifest.objects.count);
    await site.store.put(key?.key, bytes, { contentType, size });
  });

  it('does not overwrite the backup of another installation', async () => {
    const { manifest } = await backUp();
    expect(manifest.accounts.length).toBeGreaterThan(0);
    const write = (value: object) => writeBytes('manifest.json', Buffer.from(JSON.stringify(value)));
    await write({ ...manifest, accounts: [randomUUID()] });
    const before = (await Array.fromAsync(site.place.list(''))).toSorted();
    await expect(backUp()).rejects.toThrow(/holds the backup of another installation/);
    expect((await Array.fromAsync(site.place.list(''))).toSorted()).toEqual(before);
    await write(manifest);
    await backUp();
  });

  it('does not report objects as lost that are deleted meanwhile', async () => {
    const uploaded = await uploadModel();
    const row = await site.harness.db('objects').orderBy('created_at', 'desc').first('key');
    const deleting: ObjectStore = {
      ...site.store,
      get: async (key, options) => {
        if (key === row?.key) {
          await site.harness
            .db('assets')
            .where({ id: uploaded.split('/').at(-1) })
            .delete();
          await site.store.delete(key);
        }
        return site.store.get(key, options);
      },
    };
    const { missing } = await makeBackup({ place: site.place, databaseUrl: url(), store: deleting });
    expect(missing).toEqual([]);
    await expect(site.store.get(row?.key)).rejects.toThrow(ObjectMissingError);
  });

  it('reports that it waits for another backup, then the number of objects', async () => {
    await uploadModel();
    const waits = Promise.withResolvers<void>();
    const shown: string[] = [];
    const made = withBackupLock(url(), async () => {
      const waiting = makeBackup({
        place: site.place,
        databaseUrl: url(),
        store: site.store,
        onWait: waits.resolve,
        onProgress: ({ objects, of }) => shown.push(`${objects}/${of}`),
      });
      await waits.promise;
      expect(shown).toEqual([]);
      return { waiting };
    });
    await (await made).waiting;
    const [listed] = await site.harness.db('objects').count<{ count: number }[]>();
    expect(shown.at(-1)).toBe(`${listed?.count}/${listed?.count}`);
  });

  it('fails when it loses its lock, and leaves the previous backup whole', async () => {
    await uploadModel();
    const before = await backUp();
    await uploadModel();
    const losing: ObjectStore = {
      ...site.store,
      get: async (key, options) => {
        await site.harness.db.raw(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'diorama-backup-lock'`,
        );
        return site.store.get(key, options);
      },
    };
    await expect(makeBackup({ place: site.place, databaseUrl: url(), store: losing })).rejects.toThrow();
    expect((await checkBackup(site.place)).manifest).toEqual(before.manifest);
    expect((await backUp()).missing).toEqual([]);
  });
};

describe('a backup of a running installation in a folder', () => backups('folder'));

describe('a backup of a running installation in a bucket', { tags: ['full'] }, () => backups('bucket'));
