import type { EmailName, EmailProps } from '../../emails/index.ts';
import { uuidv7 } from '../ids.ts';
import type { Knex } from './knex.ts';
import { recordEvent } from './outbox.ts';

/**
 * Queues a mail in the transaction of its cause; `email.send` renders and sends it, `referral.invite`
 * one of a referral.
 * @returns the mail's id.
 */
export async function requestEmail<Name extends EmailName>(
  trx: Knex,
  mail: { to: string; template: Name; locale: string; props: EmailProps<Name> },
): Promise<string> {
  const emailId = uuidv7();
  await trx('emails').insert({
    id: emailId,
    recipient: mail.to,
    template: mail.template,
    locale: mail.locale,
    props: JSON.stringify(mail.props),
  });
  const name = mail.template === 'referral' ? 'referral.requested' : 'email.requested';
  await recordEvent(trx, { name, payload: { emailId } });
  return emailId;
}
