import { mkdir } from 'node:fs/promises';
import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { createBus } from '@diorama/shared/server/delivery/bus.ts';
import { createCommitNotifications } from '@diorama/shared/server/delivery/commit-notifications.ts';
import { createMailer } from '@diorama/shared/server/delivery/mail.ts';
import { type JobContext, runWorker } from '@diorama/shared/server/jobs/worker.ts';
import { createStore, type ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { withBackupLock } from '@diorama/shared/server/operations/backup/backup-lock.ts';
import { makeBackup } from '@diorama/shared/server/operations/backup/make-backup.ts';
import { checkBackup } from '@diorama/shared/server/operations/backup/restore-backup.ts';
import {
  failBackupRun,
  finishBackupRun,
  requestBackupRun,
  requestDueRehearsal,
} from '@diorama/shared/server/operations/backup-runs.queries.ts';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import { createLogger, type Logger } from '@diorama/shared/server/runtime/logger.ts';
import { createLoop } from '@diorama/shared/server/runtime/loop.ts';
import { createShutdown, shutDownOnSignals } from '@diorama/shared/server/runtime/shutdown.ts';
import { rehearse } from './backups/rehearse.ts';
import { accountErase } from './jobs/account-erase.ts';
import { accountExport } from './jobs/account-export.ts';
import { commentDigest } from './jobs/comment-digest.ts';
import { emailSend } from './jobs/email-send.ts';
import { invitationExpire } from './jobs/invitation-expire.ts';

const REHEARSE_EVERY_DAYS = 7;

/** A backup holds addresses, hashes of passwords and private files. */
const FOLDER_MODE = 0o700;

const LOOK_MS = 30_000;

const NAME = 'worker-notify';
const logger = createLogger(NAME);
const env = loadEnv(undefined, NAME);
const shutdown = createShutdown({ logger, graceMs: env.shutdownGraceMs });
shutDownOnSignals(shutdown);

const bus = createBus({ databaseUrl: env.databaseUrl, redisUrl: env.redisUrl, logger });
const wakes = createCommitNotifications({ bus, logger });
const db = createDb(env.databaseUrl, { name: NAME, wakes });
const mailer = createMailer(env);
const store = createStore(env);
shutdown.register('connections', 'bus', async () => {
  wakes.close();
  await bus.close();
});
shutdown.register('connections', 'database', () => db.destroy());
shutdown.register('connections', 'mail', () => mailer.close());

if (env.backup) {
  const schedule = scheduleBackups({ db, at: env.backup.at, logger });
  shutdown.register('accept', 'backups', () => schedule.close());
}

const sendEmail = emailSend({ db, mailer, store, domain: new URL(env.publicUrl).hostname });

await runWorker({
  name: NAME,
  queues: ['notify', 'archives', 'backups'],
  handlers: {
    'email.send': sendEmail,
    'referral.invite': sendEmail,
    'comment.digest': commentDigest({ db, publicUrl: env.publicUrl }),
    'account.export': accountExport({ db, store, publicUrl: env.publicUrl }),
    'account.erase': accountErase({ db, store }),
    'invitation.expire': invitationExpire({ db }),
    'backup.make': backupMake({
      db,
      databaseUrl: env.databaseUrl,
      store,
      folder: env.backup?.folder ?? null,
    }),
    'backup.rehearse': backupRehearse({
      db,
      databaseUrl: env.databaseUrl,
      folder: env.backup?.folder ?? null,
    }),
  },
  env,
  db,
  logger,
  shutdown,
});

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
export function scheduleBackups(options: { db: Knex; at: string; logger: Logger }): {
  close(): Promise<void>;
} {
  const { db, at, logger } = options;
  return createLoop({
    everyMs: LOOK_MS,
    run: () => db.transaction((trx) => requestBackupRun(trx, 'backup', lastDue(at, new Date()))),
    onError: (err) => logger.warn({ reason: err.message }, 'cannot look for a due backup now'),
  });
}

/** Proves once a week that the newest backup can be restored and worked with. */
export function backupRehearse(deps: { db: Knex; databaseUrl: string; folder: string | null }) {
  const { db, databaseUrl, folder } = deps;
  return async (
    { runId }: PayloadOf<'backup.rehearse'>,
    context: JobContext,
  ): Promise<ResultOf<'backup.rehearse'>> => {
    try {
      const path = await openFolder(folder);
      const { takenAt, objects } = await withBackupLock(databaseUrl, async () => {
        const backup = await checkBackup(path);
        const opened = await rehearse({ folder: path, backup, databaseUrl, signal: context.signal });
        context.logger.info(
          { ...opened, takenAt: backup.manifest.takenAt },
          'a backup was restored and opened',
        );
        return backup.manifest;
      });
      await db.transaction(async (trx) => {
        await finishBackupRun(trx, runId, { takenAt, objects: objects.count, bytes: objects.bytes });
        await context.complete(trx);
      });
      return { objects: objects.count, bytes: objects.bytes };
    } catch (error) {
      await failBackupRun(db, runId, error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
}

/** Makes a backup into the folder, and requests a rehearsal once a week. A run that was cut off is repeated. */
export function backupMake(deps: {
  db: Knex;
  databaseUrl: string;
  store: ObjectStore;
  folder: string | null;
}) {
  const { db, databaseUrl, store, folder } = deps;
  return async (
    { runId }: PayloadOf<'backup.make'>,
    context: JobContext,
  ): Promise<ResultOf<'backup.make'>> => {
    try {
      const made = await makeBackup({
        folder: await openFolder(folder),
        databaseUrl,
        store,
        signal: context.signal,
      });
      const { takenAt, objects } = made.manifest;
      if (made.missing.length > 0) {
        throw new Error(
          `The store lacks ${made.missing.length} objects that are in use, such as ${made.missing[0]}`,
        );
      }
      await db.transaction(async (trx) => {
        await finishBackupRun(trx, runId, { takenAt, objects: objects.count, bytes: objects.bytes });
        await requestDueRehearsal(trx, REHEARSE_EVERY_DAYS);
        await context.complete(trx);
      });
      return { objects: objects.count, bytes: objects.bytes };
    } catch (error) {
      await failBackupRun(db, runId, error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
}

/** @throws Error when this process has no folder for backups */
async function openFolder(folder: string | null): Promise<string> {
  if (folder === null) {
    throw new Error('BACKUP_DIR is not set where this worker runs');
  }
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  return folder;
}
