import { createDb } from '@diorama/shared/server/db/knex.ts';
import { finishBackupRun, requestBackupRun } from '@diorama/shared/server/operations/backup-runs.queries.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { measureInstallation } from './installation-metrics.ts';

const database = useDatabase();
const HOUR_S = 3_600;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_S * 1_000);
const logger = createLogger('test', { level: 'silent' });

it('the metrics of an installation come from its database and are absent while it is down', async () => {
  const metrics = new Registry();
  measureInstallation({ db: database.db, env: { backup: null }, logger, metrics });
  expect(await metrics.metrics()).not.toMatch(/^diorama_backup_age_seconds /m);
  await database.db.transaction((trx) => requestBackupRun(trx, 'backup', new Date()));
  const { id } = await database.db('backup_runs').first('id');
  await finishBackupRun(database.db, id, { takenAt: new Date().toISOString(), objects: 1, bytes: 2 });
  await database.db('job_parked').insert({
    job_id: 'a',
    job: 'scene.output',
    event_id: id,
    reason: 'broken',
    runs: 5,
  });
  const text = await metrics.metrics();
  expect(text).toMatch(/^diorama_jobs_parked 1$/m);
  expect(text).toMatch(/^diorama_outbox_waiting 1$/m);
  expect(Number(/^diorama_backup_age_seconds (.*)$/m.exec(text)?.[1])).toBeLessThan(60);
  expect(text).not.toMatch(/^diorama_rehearsal_age_seconds /m);

  const away = createDb('postgres://nobody@127.0.0.1:1/none', { name: 'test' });
  const missing = new Registry();
  measureInstallation({ db: away, env: { backup: null }, logger, metrics: missing });
  expect(await missing.metrics()).not.toMatch(/^diorama_/m);
  await away.destroy();
});

it('backups that never succeeded have an age when backups are configured', async () => {
  const { db } = database;
  await db('backup_runs').delete();
  const metrics = new Registry();
  const env = { backup: { address: '/backups', at: '03:00' } };
  measureInstallation({ db, env, logger, metrics });
  const ages = async () => {
    const text = await metrics.metrics();
    return ['backup', 'rehearsal'].map((kind) =>
      Math.floor(Number(new RegExp(`^diorama_${kind}_age_seconds (.*)$`, 'm').exec(text)?.[1]) / HOUR_S),
    );
  };
  await db('schema_steps').update({ run_at: hoursAgo(100) });
  expect(await ages(), 'none was requested').toEqual([100, 100]);
  await db.transaction((trx) => requestBackupRun(trx, 'backup', hoursAgo(30)));
  await db.transaction((trx) => requestBackupRun(trx, 'backup', hoursAgo(6)));
  await db('backup_runs').update({ finished_at: hoursAgo(5), failure: 'full' });
  expect(await ages(), 'all failed').toEqual([30, 30]);
  const { id } = await db('backup_runs').orderBy('due_at', 'desc').first('id');
  await finishBackupRun(db, id, { takenAt: hoursAgo(6).toISOString(), objects: 1, bytes: 2 });
  expect(await ages(), 'the newest was whole, and never restored').toEqual([0, 30]);
});
