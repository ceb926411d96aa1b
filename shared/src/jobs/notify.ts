import { z } from 'zod';
import { defineJob } from './define.ts';

/** Sends one mail from the mail table. */
export const emailSend = defineJob({
  name: 'email.send',
  queue: 'notify',
  payload: z.object({ emailId: z.uuid() }),
  result: z.object({ messageId: z.string().nullable() }),
  attempts: 8,
});

/** Sends the mail of one referral. A separate job lets operators watch referrals. */
export const referralInvite = defineJob({
  name: 'referral.invite',
  queue: 'notify',
  payload: emailSend.payload,
  result: emailSend.result,
  attempts: 8,
});

/** Sends each user one digest mail of the comments on their scenes and threads, once it is due. */
export const commentDigest = defineJob({
  name: 'comment.digest',
  queue: 'notify',
  payload: z.object({}),
  result: z.object({ mails: z.number().int() }),
  priority: 20,
  dedupe: () => 'all',
});

/** Closes expired invitations, and deletes those that were closed long ago. */
export const invitationExpire = defineJob({
  name: 'invitation.expire',
  queue: 'notify',
  payload: z.object({}),
  result: z.object({ expired: z.number().int() }),
  attempts: 1,
  priority: 20,
  dedupe: () => 'all',
});

export const notifyJobs = [emailSend, referralInvite, commentDigest, invitationExpire] as const;
