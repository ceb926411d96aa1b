// @module-tag full
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Harness, type Person, startHarness } from '@diorama/gateway/test/harness.ts';
import { multipartForm } from '@diorama/gateway/test/multipart-form.ts';
import { publishScene } from '@diorama/gateway/test/published.ts';
import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { folderPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { objectPath } from '@diorama/shared/server/operations/backup/manifest.ts';
import { readBackupStates, requestBackupRun } from '@diorama/shared/server/operations/backup-runs.queries.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import { SLOW } from '@diorama/stack/test/slow.ts';
import { triangleGlb } from '@diorama/stack/test/tiny-files.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { backupMake } from './backup-make.ts';
import { backupRehearse } from './backup-rehearse.ts';
import { lastDue, scheduleBackups } from './schedule-backups.ts';

let harness: Harness;
let owner: Person;
let folder: string;
beforeAll(async () => {
  harness = await startHarness();
  owner = await harness.signUp('owner');
  const own = await mkdtemp(join(tmpdir(), 'diorama-nightly-'));
  folder = join(own, 'backups');
  // What killed tests left in the shared folder does not count.
  vi.stubEnv('TMPDIR', own);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await harness.close();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

const deps = () => ({
  db: harness.db,
  databaseUrl: harness.deps.env.databaseUrl,
  store: harness.deps.store,
  place: folderPlace(folder),
});
const runsOf = (kind: string) => harness.db('backup_runs').where({ kind }).orderBy('due_at', 'desc');
const make = async (dueAt: Date) => {
  await harness.db.transaction((trx) => requestBackupRun(trx, 'backup', dueAt));
  const [run] = await runsOf('backup');
  return backupMake(deps())({ runId: run.id }, jobContext());
};
const rehearseNewest = async () => {
  const [run] = await runsOf('rehearsal');
  return backupRehearse(deps())({ runId: run.id }, jobContext());
};
const leftFolders = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('diorama-rehearsal-'));
const databases = async () => {
  const { rows } = await harness.db.raw("select datname from pg_database where datname like '%_rehearsal'");
  return rows;
};

describe('the time of a backup', () => {
  it('is the latest one that has passed', () => {
    expect(lastDue('03:30', new Date(2026, 4, 2, 3, 30))).toEqual(new Date(2026, 4, 2, 3, 30));
    expect(lastDue('03:30', new Date(2026, 4, 2, 3, 29, 59))).toEqual(new Date(2026, 4, 1, 3, 30));
    expect(lastDue('23:59', new Date(2026, 0, 1, 0, 0))).toEqual(new Date(2025, 11, 31, 23, 59));
  });

  it('requests one run for any number of processes', async () => {
    const { logger } = harness.deps;
    const loops = [1, 2, 3].map(() => scheduleBackups({ db: harness.db, at: '00:00', logger }));
    await expect.poll(async () => (await runsOf('backup')).length).toBe(1);
    await Promise.all(loops.map((loop) => loop.close()));
    expect(await runsOf('backup')).toHaveLength(1);
    expect(await harness.db('outbox').where({ name: 'backup.due' })).toHaveLength(1);
    await harness.db('backup_runs').delete();
  });
});

describe('a nightly backup', () => {
  it('is made, and restored once a week as a rehearsal that is then deleted', async () => {
    const { json } = await harness.call('POST', '/api/compositions', {
      token: owner.token,
      body: { name: 'Kitchen' },
    });
    const body = multipartForm({ type: '2' }, ['file', 'part.glb', triangleGlb()]);
    const upload = await harness.call('POST', '/api/assets/upload', { token: owner.token, body });
    expect(upload.status).toBe(201);
    const { objects } = await make(new Date(2026, 0, 1));
    expect(objects).toBeGreaterThan(0);
    await make(new Date(2026, 0, 2));
    expect(await runsOf('rehearsal'), 'one a week').toHaveLength(1);

    // What a killed rehearsal left behind is replaced.
    const name = new URL(harness.deps.env.databaseUrl).pathname.slice(1);
    await harness.db.raw(`create database "${name}_rehearsal"`);
    await rehearseNewest();
    const states = await readBackupStates(harness.db);
    expect(states.map(({ kind, failure, whole_at }) => [kind, failure, whole_at !== null])).toEqual(
      expect.arrayContaining([
        ['backup', null, true],
        ['rehearsal', null, true],
      ]),
    );
    expect(await databases()).toEqual([]);
    expect(await leftFolders()).toEqual([]);
    const scene = await harness.call('GET', `/api/compositions/${json.uuid}`, { token: owner.token });
    expect(scene.json.name, 'the installation itself is untouched').toBe('Kitchen');
  });

  it('leaves no process if its rehearsal is killed, and is rehearsed again', async () => {
    const { rows } = await harness.db.raw('select id from backup_runs where kind = ? limit 1', ['rehearsal']);
    const fixture = join(import.meta.dirname, '../test/fixture-rehearsal.ts');
    const args = [fixture, harness.deps.env.databaseUrl, folder, rows[0].id];
    const rehearsing = spawn(process.execPath, args, { stdio: 'ignore' });
    const ended = once(rehearsing, 'exit');
    const atWork = async () => {
      const found = await harness.db.raw(
        "select 1 from pg_stat_activity where datname like '%_rehearsal' and application_name like '%gateway%'",
      );
      return found.rows.length;
    };
    await expect.poll(atWork, { timeout: 60_000 * SLOW }).toBeGreaterThan(0);
    rehearsing.kill('SIGKILL');
    await ended;
    await expect.poll(atWork, { timeout: 30_000 * SLOW }).toBe(0);
    const left = await leftFolders();
    expect(left).toHaveLength(1);
    const longAgo = new Date(Date.now() - 7 * 3_600_000);
    await utimes(join(tmpdir(), left[0] ?? ''), longAgo, longAgo);
    await rehearseNewest();
    expect(await databases()).toEqual([]);
    expect(await leftFolders()).toEqual([]);
  });

  it('reports why it cannot be restored, and leaves nothing behind', async () => {
    await make(new Date(2026, 0, 3));
    const { key } = await harness.db('objects').first('key');
    expect(key).toBeDefined();
    const { sha256 } = (await harness.db.raw("select encode(sha256, 'hex') as sha256 from objects limit 1"))
      .rows[0];
    await appendFile(join(folder, objectPath(sha256)), 'x');
    const failure = async () =>
      (await readBackupStates(harness.db)).find(({ kind }) => kind === 'rehearsal')?.failure;
    await expect(rehearseNewest()).rejects.toThrow('missing or damaged');
    expect(await failure(), 'a run that was whole stays so').toBeNull();
    await harness.db.transaction((trx) => requestBackupRun(trx, 'rehearsal', new Date()));
    await expect(rehearseNewest()).rejects.toThrow('missing or damaged');
    expect(await failure()).toContain('missing or damaged');
    expect(await databases()).toEqual([]);
    await make(new Date(2026, 0, 4));
    await expect(rehearseNewest(), 'the next backup takes the copy again').resolves.toBeDefined();
  });

  it('reports why it failed, and succeeds the next time', async () => {
    const blocked = join(folder, '..', 'file');
    await writeFile(blocked, '');
    await harness.db.transaction((trx) => requestBackupRun(trx, 'backup', new Date(2026, 0, 5)));
    const [run] = await runsOf('backup');
    const failing = backupMake({ ...deps(), place: folderPlace(blocked) })({ runId: run.id }, jobContext());
    await expect(failing).rejects.toThrow();
    const states = await readBackupStates(harness.db);
    expect(states.find(({ kind }) => kind === 'backup')).toMatchObject({
      failure: expect.stringContaining('ENOTDIR'),
      whole_at: expect.anything(),
    });
    const unmounted = join(folder, '..', 'unmounted');
    const empty = backupMake({ ...deps(), place: folderPlace(unmounted) })({ runId: run.id }, jobContext());
    await expect(empty).rejects.toThrow(`${unmounted} is empty: is the disk mounted?`);
    expect((await readBackupStates(harness.db)).find(({ kind }) => kind === 'backup')?.failure).toContain(
      'is the disk mounted?',
    );
    await expect(readdir(unmounted), 'nothing is written there').rejects.toThrow('ENOENT');
    const unset = backupMake({ ...deps(), place: null })({ runId: run.id }, jobContext());
    await expect(unset).rejects.toThrow('BACKUP_DIR is not set');
    await make(new Date(2026, 0, 6));
    expect((await readBackupStates(harness.db)).find(({ kind }) => kind === 'backup')?.failure).toBeNull();
  });

  it('fails its rehearsal if the file of a public link or the invoice of a paid order is missing', async () => {
    const scene = await publishScene(harness, owner);
    const order = uuidv7();
    await harness.db('orders').insert({
      ...{ id: order, account_id: owner.accountId, plan_price: uuidv7(), amount: 500, total_amount: 500 },
      ...{ months: 1, status: ORDER_STATUS.paid, provider: 'sandbox', paid_at: new Date() },
    });
    const invoice = { id: uuidv7(), account_id: owner.accountId, order_id: order, amount: 500 };
    await harness.db('invoices').insert({ ...invoice, number: 'INV-2026-000001' });
    await make(new Date(2026, 0, 10));
    await expect(rehearseNewest(), 'both are whole').resolves.toBeDefined();

    await harness.db('invoices').where({ id: invoice.id }).update({ order_id: null });
    await make(new Date(2026, 0, 11));
    await expect(rehearseNewest()).rejects.toThrow(
      `The restored backup lacks the invoice of the paid order ${order}`,
    );
    await harness.db('invoices').where({ id: invoice.id }).update({ order_id: order });

    const { key, sha256 } = await harness
      .db('objects as o')
      .join('scene_outputs as s', 's.glb_object', 'o.id')
      .where({ 's.composition_id': scene })
      .first('o.key', harness.db.raw("encode(o.sha256, 'hex') as sha256"));
    await harness.deps.store.delete(key);
    await rm(join(folder, objectPath(sha256)));
    await make(new Date(2026, 0, 12)).catch(() => undefined);
    await expect(rehearseNewest()).rejects.toThrow(
      `The backup lacks the object of the public link of the scene ${scene}`,
    );
  });
});
