import { z } from 'zod';
import { behindTurn, defineJob, inTurn } from './define.ts';

/** `turn` counts earlier archives of the same user, so that ten of one user do not delay the first of another. */
const moving = { timeoutMs: 6 * 60 * 60_000, behind: behindTurn };

/** Packs all data of a user, or a workspace, into an archive and mails its link. */
export const accountExport = defineJob({
  name: 'account.export',
  queue: 'archives',
  payload: z.object({ exportId: z.uuid(), ...inTurn }),
  result: z.object({ bytes: z.number().int() }),
  ...moving,
});

/** Imports the archive of a workspace. It has a separate queue, as it may wait for its files for an hour. */
export const workspaceImport = defineJob({
  name: 'workspace.import',
  queue: 'workspace-imports',
  payload: z.object({ importId: z.uuid(), ...inTurn }),
  result: z.object({ scenes: z.number().int() }),
  ...moving,
});

/** Removes closed workspaces with all their files, and the data of users who left. */
export const accountErase = defineJob({
  name: 'account.erase',
  queue: 'archives',
  payload: z.object({ userId: z.uuid().nullable(), accountIds: z.array(z.uuid()) }),
  result: z.object({ files: z.number().int() }),
  priority: 20,
  timeoutMs: 30 * 60_000,
});

/**
 * Jobs that move all files of a user or workspace. They have a separate queue, as they may take an hour
 * and would delay mail.
 */
export const archiveJobs = [accountExport, accountErase, workspaceImport] as const;
