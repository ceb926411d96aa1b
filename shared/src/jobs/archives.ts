import { z } from 'zod';
import { defineJob } from './define.ts';

/** Packs all data of a person into an archive and mails its link. */
export const accountExport = defineJob({
  name: 'account.export',
  queue: 'archives',
  payload: z.object({ exportId: z.uuid() }),
  result: z.object({ bytes: z.number().int() }),
  timeoutMs: 60 * 60_000,
});

/** Removes closed workspaces with all their files, and the data of a person who has left. */
export const accountErase = defineJob({
  name: 'account.erase',
  queue: 'archives',
  payload: z.object({ userId: z.uuid().nullable(), accountIds: z.array(z.uuid()) }),
  result: z.object({ files: z.number().int() }),
  priority: 20,
  timeoutMs: 30 * 60_000,
});

/** Jobs that move all files of a person or workspace. A queue apart, as they may take an hour and mail must not wait. */
export const archiveJobs = [accountExport, accountErase] as const;
