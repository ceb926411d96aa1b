import {
  failBackupRun,
  finishBackupRun,
  requestBackupRun,
} from '@diorama/shared/server/operations/backup-runs.queries.ts';
import { expect, it } from 'vitest';
import { startHarness } from '../../test/harness.ts';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

it('a backup that never succeeded is overdue 26 hours after its first due time, a rehearsal after 8 days', async () => {
  await using ends = new AsyncDisposableStack();
  const harness = await startHarness({ OPERATOR_EMAILS: 'boss@people.test', BACKUP_DIR: '/backups' });
  ends.defer(harness.close);
  const operator = await harness.signUpConfirmed('boss');
  const { db } = harness;
  const states = async () => {
    const { text } = await harness.call('GET', '/api/operators/overview', { token: operator.token });
    const { backup, rehearsal } = JSON.parse(text).backups;
    return { backup, rehearsal };
  };
  const never = { wholeAt: null, isOverdue: false, failure: null, objects: null, bytes: null };
  expect(await states(), 'a new installation').toEqual({ backup: never, rehearsal: never });
  await db('schema_steps').update({ run_at: hoursAgo(27) });
  expect((await states()).backup, 'no worker requests one').toEqual({ ...never, isOverdue: true });

  await db.transaction((trx) => requestBackupRun(trx, 'backup', hoursAgo(25)));
  const { id } = await db('backup_runs').first('id');
  await failBackupRun(db, id, 'full');
  expect((await states()).backup).toEqual({ ...never, failure: 'full' });
  await db('backup_runs').update({ due_at: hoursAgo(8 * 24 + 1) });
  expect(await states()).toEqual({
    backup: { ...never, isOverdue: true, failure: 'full' },
    rehearsal: { ...never, isOverdue: true },
  });
  await finishBackupRun(db, id, { takenAt: hoursAgo(1).toISOString(), objects: 1, bytes: 2 });
  expect((await states()).backup).toEqual({
    wholeAt: expect.any(String),
    isOverdue: false,
    failure: null,
    objects: 1,
    bytes: 2,
  });
});
