import { z } from 'zod';
import { defineJob } from './define.ts';

/** Sends one mail that a use case wrote into the mail table. */
export const emailSend = defineJob({
  name: 'email.send',
  queue: 'notify',
  payload: z.object({ emailId: z.uuid() }),
  result: z.object({ messageId: z.string().nullable() }),
  attempts: 8,
});

/** Gathers what was said on people's scenes and in their threads into one mail each, once it is due. */
export const commentDigest = defineJob({
  name: 'comment.digest',
  queue: 'notify',
  payload: z.object({}),
  result: z.object({ mails: z.number().int() }),
  priority: 20,
});

/** Gathers all data of a person into an archive and mails them its link. */
export const accountExport = defineJob({
  name: 'account.export',
  queue: 'notify',
  payload: z.object({ exportId: z.uuid() }),
  result: z.object({ bytes: z.number().int() }),
  priority: 20,
  timeoutMs: 60 * 60_000,
});

/** Removes closed workspaces with all their files, and what is known of a person who has left. */
export const accountErase = defineJob({
  name: 'account.erase',
  queue: 'notify',
  payload: z.object({ userId: z.uuid().nullable(), accountIds: z.array(z.uuid()) }),
  result: z.object({ files: z.number().int() }),
  priority: 20,
  timeoutMs: 30 * 60_000,
});

/** Closes invitations that nobody has accepted in time, and forgets those that were closed long ago. */
export const invitationExpire = defineJob({
  name: 'invitation.expire',
  queue: 'notify',
  payload: z.object({}),
  result: z.object({ expired: z.number().int() }),
  attempts: 1,
  priority: 20,
});

export const notifyJobs = [emailSend, commentDigest, accountExport, accountErase, invitationExpire] as const;
