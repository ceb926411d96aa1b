import { createMailer } from '@diorama/shared/server/delivery/mail.ts';
import { runWorker } from '@diorama/shared/server/jobs/worker.ts';
import { openWorkerProcess } from '@diorama/shared/server/jobs/worker-process.ts';
import { createStore } from '@diorama/shared/server/objects/store.ts';
import { openBackupPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { failExport } from '@diorama/shared/server/people/exports.queries.ts';
import { backupMake } from './backups/backup-make.ts';
import { backupRehearse } from './backups/backup-rehearse.ts';
import { scheduleBackups } from './backups/schedule-backups.ts';
import { accountErase } from './jobs/account-erase.ts';
import { accountExport } from './jobs/account-export.ts';
import { commentDigest } from './jobs/comment-digest.ts';
import { emailSend } from './jobs/email-send.ts';
import { invitationExpire } from './jobs/invitation-expire.ts';

const worker = await openWorkerProcess('worker-notify');
const { env, logger, shutdown, db, readOnly } = worker;
const mailer = createMailer(env);
const store = createStore(env);
shutdown.register('connections', 'mail', () => mailer.close());

const backups = env.backup && openBackupPlace(env.backup.address, env.backupStore);
if (env.backup) {
  const schedule = scheduleBackups({ db, at: env.backup.at, logger, readOnly });
  shutdown.register('accept', 'backups', () => schedule.close());
}

const sendEmail = emailSend({ db, mailer, store, domain: new URL(env.publicUrl).hostname });

await runWorker({
  ...worker,
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
});
