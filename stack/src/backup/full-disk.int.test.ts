// @module-tag full
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Person, useHarness } from '@diorama/gateway/test/harness.ts';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import { createDiskStore } from '@diorama/shared/server/objects/disk.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { folderPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { makeBackup } from '@diorama/shared/server/operations/backup/make-backup.ts';
import { checkBackup, restoreBackup } from '@diorama/shared/server/operations/backup/restore-backup.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeScene } from '../test/factories.ts';
import { canMountDisk, mountSmallDisk } from '../test/full-disk.ts';
import { checkObjects } from './test/check-restored.ts';
import { emptyInstallation } from './test/empty-installation.ts';

const isHere = canMountDisk('backups and restores on a full disk');
const FULL = 'The disk is full. What was there before is unchanged: make room and try again\n';
/** Room that is added after each attempt, in bytes, so that the attempts end at different files. */
const STEP = 160_000;
const MOST_STEPS = 40;
const OBJECTS = 40;
const OBJECT_BYTES = 30_000;
/** Sizes of a disk with PostgreSQL and objects. */
const EMBEDDED_MEGABYTES = [1, 50, 60, 68, 72, 82, 100, 120, 140, 160, 250];
const PAGE_BYTES = 4_096;

describe.skipIf(!isHere)('on a full disk', () => {
  const harness = useHarness();
  let owner: Person;
  let ends: AsyncDisposableStack;
  beforeAll(async () => {
    owner = await harness.signUp('owner');
    ends = new AsyncDisposableStack();
  });
  afterEach(async () => {
    await ends.disposeAsync();
    ends = new AsyncDisposableStack();
  });

  const url = () => harness.deps.env.databaseUrl;
  const backUp = (folder: string) =>
    makeBackup({ place: folderPlace(folder), databaseUrl: url(), store: harness.deps.store });
  const addObjects = async (count: number) => {
    for (let object = 0; object < count; object += 1) {
      const body = randomBytes(OBJECT_BYTES);
      await storeObject(harness.deps, { accountId: owner.accountId, body, contentType: 'image/png' });
    }
  };
  const temporaryFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'diorama-backup-'));
    ends.defer(() => rm(folder, { recursive: true, force: true }));
    return folder;
  };
  /** Runs `npm run backup` or `npm run restore` in a process. */
  const run = async (command: 'backup' | 'restore', folder: string, env: NodeJS.ProcessEnv) => {
    const main = join(import.meta.dirname, 'main.ts');
    const child = spawn(process.execPath, [main, command, folder], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'exit');
    const errors = await text(child.stderr);
    const [status] = await ended;
    return { status, errors };
  };
  const source = () => ({ DATABASE_URL: url(), DIORAMA_DATA_DIR: harness.deps.env.dataDir });
  /** Tries again with more room until it succeeds. @returns the number of attempts that failed */
  const growUntil = async (
    resize: (bytes: number) => void,
    from: number,
    attempt: () => Promise<boolean>,
  ) => {
    for (let step = 0; step < MOST_STEPS; step += 1) {
      resize(from + step * STEP);
      if (await attempt()) {
        return step;
      }
    }
    throw new Error('There was never enough room');
  };
  const isWhole = (act: Promise<unknown>) =>
    act.then(
      () => true,
      (error) => {
        expect(error).toMatchObject({ code: 'ENOSPC' });
        return false;
      },
    );

  it('a backup leaves the previous one whole at any point of failure, and succeeds with enough room', async () => {
    const disk = ends.use(mountSmallDisk(20_000_000));
    const place = folderPlace(disk.folder);
    await addObjects(1);
    const before = (await backUp(disk.folder)).manifest;
    await addObjects(OBJECTS);
    const used = disk.used();
    disk.resize(used);
    expect(await run('backup', disk.folder, source())).toEqual({ status: 1, errors: FULL });
    const failed = await growUntil(disk.resize, used, async () => {
      const isMade = await isWhole(backUp(disk.folder));
      const { manifest } = await checkBackup(place);
      expect(manifest.takenAt === before.takenAt).toBe(!isMade);
      return isMade;
    });
    expect(failed).toBeGreaterThan(4);
    const paths = await Array.fromAsync(place.list(''));
    expect(paths.filter((path) => path.endsWith('.part'))).toEqual([]);
    const target = ends.use(await emptyInstallation());
    await restoreBackup({ place, ...target });
    const db = createDb(target.databaseUrl, { name: 'restored', max: 1 });
    ends.defer(() => db.destroy());
    await checkObjects(db, target.store);
  });

  it('a backup without room for its object lists in the temporary folder reports the full disk', async () => {
    await addObjects(OBJECTS);
    const folder = await temporaryFolder();
    await backUp(folder);
    const { manifest } = await checkBackup(folderPlace(folder));
    const disk = ends.use(mountSmallDisk(PAGE_BYTES));
    const { size: listBytes } = await stat(join(folder, manifest.folder, 'objects.jsonl'));
    // A line of the first list has a field more than one of the second.
    const pages = Math.ceil((listBytes + manifest.objects.count * 25) / PAGE_BYTES);
    // The first list does not fit, and then the second one.
    for (const size of [1, pages + 1]) {
      disk.resize(size * PAGE_BYTES);
      const failed = await run('backup', folder, { ...source(), TMPDIR: disk.folder });
      expect(failed).toEqual({ status: 1, errors: FULL });
      expect(await readdir(disk.folder)).toEqual([]);
      expect((await checkBackup(folderPlace(folder))).manifest).toEqual(manifest);
    }
    disk.resize(4 * pages * PAGE_BYTES);
    const made = await run('backup', folder, { ...source(), TMPDIR: disk.folder });
    expect(made).toEqual({ status: 0, errors: '' });
  });

  it('a restore leaves the database empty at any point of failure, and succeeds with enough room', async () => {
    await addObjects(OBJECTS);
    const folder = await temporaryFolder();
    await backUp(folder);
    const place = folderPlace(folder);
    const { databaseUrl } = ends.use(await emptyInstallation());
    const disk = ends.use(mountSmallDisk(PAGE_BYTES));
    const target = { DATABASE_URL: databaseUrl, DIORAMA_DATA_DIR: disk.folder };
    expect(await run('restore', folder, target)).toEqual({ status: 1, errors: FULL });
    const db = createDb(databaseUrl, { name: 'restored', max: 1 });
    ends.defer(() => db.destroy());
    const store = createDiskStore(join(disk.folder, 'objects'));
    const failed = await growUntil(disk.resize, disk.used() + PAGE_BYTES, async () => {
      const isRestored = await isWhole(restoreBackup({ place, databaseUrl, store }));
      expect(await db.schema.hasTable('users')).toBe(isRestored);
      expect(await readdir(join(disk.folder, 'objects', 'tmp'))).toEqual([]);
      return isRestored;
    });
    expect(failed).toBeGreaterThan(4);
    await checkObjects(db, store);
    expect(await db('users').where({ id: owner.userId })).toHaveLength(1);
  });

  it('a restore reports a full disk that PostgreSQL shares', async () => {
    const scene = await makeScene(harness.db, owner);
    for (let update = 0; update < 24; update += 1) {
      await harness
        .db('composition_updates')
        .insert({ composition_id: scene, bytes: randomBytes(1_000_000) });
    }
    const folder = await temporaryFolder();
    await backUp(folder);
    const disk = ends.use(mountSmallDisk(PAGE_BYTES));
    // From too little for an empty cluster to too little for the rows.
    let failed = 0;
    for (const megabytes of EMBEDDED_MEGABYTES) {
      disk.resize(megabytes * 1_000_000);
      const { status, errors } = await run('restore', folder, { DIORAMA_DATA_DIR: disk.folder });
      expect([megabytes, status, errors]).toEqual([megabytes, ...(status === 0 ? [0, ''] : [1, FULL])]);
      if (status === 0) {
        break;
      }
      failed += 1;
    }
    expect(failed).toBeGreaterThan(4);
    expect(failed).toBeLessThan(EMBEDDED_MEGABYTES.length);
  });
});
