import { z } from 'zod';
import { behindTurn, defineJob, inTurn } from './define.ts';

/** Priority number that notices get more than mails for which people wait. */
const NOTICES_BEHIND = 20;

/** Sends one mail from the mail table. */
export const emailSend = defineJob({
  name: 'email.send',
  queue: 'notify',
  payload: z.object({
    emailId: z.uuid(),
    /** Whether users cause any number of such mails, as by mentions. */
    isNotice: z.boolean().optional(),
    /** `turn` counts mails of the same workspace that were requested just before, as by invitations. */
    ...inTurn,
  }),
  result: z.object({ messageId: z.string().nullable() }),
  attempts: 8,
  behind: ({ isNotice = false, turn = 0 }) => (isNotice ? NOTICES_BEHIND : 0) + turn,
});

/** Sends the mail of one referral. A separate job lets operators watch referrals. */
export const referralInvite = defineJob({
  name: 'referral.invite',
  queue: 'notify',
  payload: z.object({ emailId: z.uuid(), ...inTurn }),
  result: emailSend.result,
  attempts: 8,
  behind: behindTurn,
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
