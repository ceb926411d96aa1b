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

export const notifyJobs = [emailSend, commentDigest] as const;
