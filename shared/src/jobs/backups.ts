import { z } from 'zod';
import { defineJob } from './define.ts';

const running = {
  queue: 'backups',
  payload: z.object({ runId: z.uuid() }),
  result: z.object({ objects: z.number().int(), bytes: z.number() }),
  attempts: 2,
  timeoutMs: 12 * 60 * 60_000,
} as const;

/** Makes the nightly backup of the database and its objects into `BACKUP_DIR`. */
export const backupMake = defineJob({ name: 'backup.make', ...running });

/** Restores the newest backup beside the installation, works with it and throws it away. */
export const backupRehearse = defineJob({ name: 'backup.rehearse', ...running });

/** Backups have a queue of their own: they take hours, and two never write into one folder at once. */
export const backupJobs = [backupMake, backupRehearse] as const;
