import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import type { BackupPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { makeBackup } from '@diorama/shared/server/operations/backup/make-backup.ts';
import { readBackupManifest } from '@diorama/shared/server/operations/backup/manifest.ts';
import {
  failBackupRun,
  finishBackupRun,
  hasWholeBackup,
  requestDueRehearsal,
} from '@diorama/shared/server/operations/backup-runs.queries.ts';

/** A little less than a week, as backups of the same hour end at different minutes. */
const REHEARSE_EVERY_DAYS = 6.5;

/**
 * Makes a backup at its place, and requests a rehearsal once a week. A run that was cut off is repeated.
 * A run reads a seventh of the copies to compare their sums.
 */
export function backupMake(deps: {
  db: Knex;
  databaseUrl: string;
  store: ObjectStore;
  place: BackupPlace | null;
}): JobHandler<'backup.make'> {
  const { db, databaseUrl, store, place } = deps;
  return async ({ runId }, context) => {
    try {
      const target = requirePlace(place);
      await refuseEmptyPlace(db, target);
      const made = await makeBackup({
        place: target,
        databaseUrl,
        store,
        checks: 'part',
        signal: context.signal,
      });
      const { takenAt, objects } = made.manifest;
      if (made.unremoved !== null) {
        context.logger.warn({ err: made.unremoved }, 'files of earlier backups could not be deleted');
      }
      if (made.missing.length > 0) {
        throw new Error(
          `The store lacks ${made.missing.length} objects that are in use, such as ${made.missing[0]}`,
        );
      }
      await context.commit(db, async (trx) => {
        await finishBackupRun(trx, runId, { takenAt, objects: objects.count, bytes: objects.bytes });
        await requestDueRehearsal(trx, REHEARSE_EVERY_DAYS);
      });
      return { objects: objects.count, bytes: objects.bytes };
    } catch (error) {
      await failBackupRun(db, runId, error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
}

/**
 * Refuses a place without a backup where earlier ones were whole.
 * It may be the folder below a disk that is not mounted. In a new place an operator makes the first backup.
 * @throws Error
 */
async function refuseEmptyPlace(db: Knex, place: BackupPlace): Promise<void> {
  if ((await readBackupManifest(place)) === null && (await hasWholeBackup(db))) {
    throw new Error(
      `${place.name} is empty: is the disk mounted? If it is a new place, run npm run backup -- ${place.name}`,
    );
  }
}

/** @throws Error when this process has no place for backups */
export function requirePlace(place: BackupPlace | null): BackupPlace {
  if (place === null) {
    throw new Error('BACKUP_DIR is not set where this worker runs');
  }
  return place;
}
