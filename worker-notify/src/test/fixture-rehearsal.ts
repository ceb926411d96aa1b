import { createDb } from '@diorama/shared/server/db/knex.ts';
import { folderPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import { backupRehearse } from '../backups/backup-rehearse.ts';

/** Rehearses a backup in a separate process, which a test kills. */
const [databaseUrl = '', folder = '', runId = ''] = process.argv.slice(2);
const db = createDb(databaseUrl, { name: 'rehearsal-fixture' });
await backupRehearse({ db, databaseUrl, place: folderPlace(folder) })({ runId }, jobContext());
await db.destroy();
