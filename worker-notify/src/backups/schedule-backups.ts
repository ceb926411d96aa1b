import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { requestBackupRun } from '@diorama/shared/server/operations/backup-runs.queries.ts';
import type { ReadOnly } from '@diorama/shared/server/operations/read-only.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { createLoop } from '@diorama/shared/server/runtime/loop.ts';

const LOOK_MS = 30_000;

/** Latest moment up to `now` with a time of day, such as `03:30`, in the time zone of the process. */
export function lastDue(at: string, now: Date): Date {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const due = new Date(now);
  due.setHours(hours, minutes, 0, 0);
  if (due > now) {
    due.setDate(due.getDate() - 1);
  }
  return due;
}

/**
 * Requests a backup once a day. Any number of processes may do so.
 * A backup that was missed, such as the first of an installation, is made at once.
 */
export function scheduleBackups(options: {
  db: Knex;
  at: string;
  logger: Logger;
  /** None is requested while it is on. */
  readOnly?: Pick<ReadOnly, 'isOn'>;
}): { close(): Promise<void> } {
  const { db, at, logger, readOnly } = options;
  return createLoop({
    everyMs: LOOK_MS,
    run: async () => {
      if (!readOnly?.isOn) {
        await db.transaction((trx) => requestBackupRun(trx, 'backup', lastDue(at, new Date())));
      }
    },
    onError: (err) => logger.warn({ reason: err.message }, 'due backups could not be checked'),
  });
}
