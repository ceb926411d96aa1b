import { createDatabaseClock } from '@diorama/shared/server/db/database-clock.ts';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import { createBus } from '@diorama/shared/server/delivery/bus.ts';
import { createCommitNotifications } from '@diorama/shared/server/delivery/commit-notifications.ts';
import { createMailer } from '@diorama/shared/server/delivery/mail.ts';
import { runWorker } from '@diorama/shared/server/jobs/worker.ts';
import { createStore } from '@diorama/shared/server/objects/store.ts';
import { openBackupPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { followReadOnly } from '@diorama/shared/server/operations/read-only.ts';
import { failExport } from '@diorama/shared/server/people/exports.queries.ts';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { createShutdown, shutDownOnSignals } from '@diorama/shared/server/runtime/shutdown.ts';
import { startTracing } from '@diorama/shared/server/runtime/tracing.ts';
import { backupMake } from './backups/backup-make.ts';
import { backupRehearse } from './backups/backup-rehearse.ts';
import { scheduleBackups } from './backups/schedule-backups.ts';
import { accountErase } from './jobs/account-erase.ts';
import { accountExport } from './jobs/account-export.ts';
import { commentDigest } from './jobs/comment-digest.ts';
import { emailSend } from './jobs/email-send.ts';
import { invitationExpire } from './jobs/invitation-expire.ts';

const NAME = 'worker-notify';
const logger = createLogger(NAME);
const env = loadEnv(undefined, NAME);
const shutdown = createShutdown({ logger, graceMs: env.shutdownGraceMs });
shutDownOnSignals(shutdown);
await startTracing({ name: NAME, env, logger, shutdown });

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
const clock = await createDatabaseClock({ db, logger });
shutdown.register('work', 'clock', () => clock.close());
const readOnly = await followReadOnly({ db, bus, env, logger, clock });
shutdown.register('work', 'read-only', () => readOnly.close());
shutdown.register('connections', 'mail', () => mailer.close());

const backups = env.backup && openBackupPlace(env.backup.address, env.backupStore);
if (env.backup) {
  const schedule = scheduleBackups({ db, at: env.backup.at, logger, readOnly });
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
    'backup.make': backupMake({ db, databaseUrl: env.databaseUrl, store, place: backups }),
    'backup.rehearse': backupRehearse({ db, databaseUrl: env.databaseUrl, place: backups }),
  },
  onFailedForGood: { 'account.export': ({ exportId }, _failure, trx) => failExport(trx, exportId) },
  env,
  db,
  logger,
  readOnly,
  clock,
  shutdown,
});
