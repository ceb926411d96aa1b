import type { EmailName, EmailProps } from '../../emails/index.ts';
import type { Knex } from '../db/knex.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';

/** Mails that one user can cause in any number. All others are sent first. */
const NOTICES: ReadonlySet<EmailName> = new Set(['comment-mention', 'comment-digest']);

/** Largest turn of a mail, below that of notices. */
export const MAX_MAIL_TURN = 15;

/**
 * Queues a mail in the transaction of its cause; `email.send` renders and sends it, `referral.invite`
 * one of a referral.
 * @param mail.turn - number of mails of the same workspace that were requested just before
 * @returns the mail's id.
 */
export async function requestEmail<Name extends EmailName>(
  trx: Knex,
  mail: { to: string; template: Name; locale: string; props: EmailProps<Name>; turn?: number },
): Promise<string> {
  const emailId = uuidv7();
  const { turn = 0 } = mail;
  const place = turn > 0 && { turn };
  await trx('emails').insert({
    id: emailId,
    recipient: mail.to,
    template: mail.template,
    locale: mail.locale,
    props: JSON.stringify(mail.props),
  });
  await recordEvent(
    trx,
    mail.template === 'referral'
      ? { name: 'referral.requested', payload: { emailId, ...place } }
      : {
          name: 'email.requested',
          payload: { emailId, isNotice: NOTICES.has(mail.template), ...place },
        },
  );
  return emailId;
}

/** A mail as requested. */
export type EmailRow = {
  id: string;
  recipient: string;
  template: string;
  locale: string;
  props: unknown;
  message_id: string | null;
  sent_at: string | null;
};

export async function findEmail(db: Knex, id: string): Promise<EmailRow | null> {
  return (await db('emails').where({ id }).first()) ?? null;
}

/** Records that the mail server accepted a mail. */
export async function markEmailSent(trx: Knex, id: string, messageId: string): Promise<void> {
  await trx('emails').where({ id, sent_at: null }).update({ sent_at: trx.fn.now(), message_id: messageId });
}
