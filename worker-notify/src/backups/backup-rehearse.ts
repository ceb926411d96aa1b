import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import { withBackupLock } from '@diorama/shared/server/operations/backup/backup-lock.ts';
import type { BackupPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { checkBackup } from '@diorama/shared/server/operations/backup/restore-backup.ts';
import { failBackupRun, finishBackupRun } from '@diorama/shared/server/operations/backup-runs.queries.ts';
import { requirePlace } from './backup-make.ts';
import { rehearse } from './rehearse.ts';

/** Proves once a week that the newest backup can be restored and worked with. */
export function backupRehearse(deps: {
  db: Knex;
  databaseUrl: string;
  place: BackupPlace | null;
}): JobHandler<'backup.rehearse'> {
  const { db, databaseUrl, place } = deps;
  return async ({ runId }, context) => {
    try {
      const source = requirePlace(place);
      const { takenAt, objects } = await withBackupLock(databaseUrl, async ({ lost }) => {
        const backup = await checkBackup(source);
        const opened = await rehearse({
          backup,
          databaseUrl,
          signal: AbortSignal.any([context.signal, lost]),
        });
        context.logger.info({ ...opened, takenAt: backup.manifest.takenAt }, 'backup restored and verified');
        return backup.manifest;
      });
      await context.commit(db, (trx) =>
        finishBackupRun(trx, runId, { takenAt, objects: objects.count, bytes: objects.bytes }),
      );
      return { objects: objects.count, bytes: objects.bytes };
    } catch (error) {
      await failBackupRun(db, runId, error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
}
