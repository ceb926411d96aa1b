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

export const notifyJobs = [emailSend] as const;
