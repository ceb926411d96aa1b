import { renderEmail } from '@diorama/shared/emails/index.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findEmail, markEmailSent } from '@diorama/shared/server/db/repositories/emails.ts';
import { type Mailer, UnsafeMailError } from '@diorama/shared/server/mail.ts';
import { type JobContext, UnrecoverableJobError } from '@diorama/shared/server/worker.ts';

/**
 * Renders and sends one mail. SMTP has no transaction: a crash between the server's acceptance and the commit
 * sends the mail again.
 * It has the same Message-ID, by which mailboxes recognise duplicates.
 */
export function emailSend(deps: { db: Knex; mailer: Mailer; domain: string }) {
  const { db, mailer, domain } = deps;
  return async (
    { emailId }: PayloadOf<'email.send'>,
    context: JobContext,
  ): Promise<ResultOf<'email.send'>> => {
    const email = await findEmail(db, emailId);
    if (!email) {
      throw new UnrecoverableJobError(`There is no mail ${emailId}`, 'request.not-found');
    }
    if (email.sent_at !== null) {
      return { messageId: email.message_id };
    }
    const mail = renderEmail(email.template, chooseLanguage([email.locale]), email.props);
    const messageId = await send({ to: email.recipient, ...mail, messageId: `<${emailId}@${domain}>` });
    await db.transaction(async (trx) => {
      await markEmailSent(trx, emailId, messageId);
      await context.complete(trx);
    });
    return { messageId };
  };

  async function send(mail: Parameters<Mailer['send']>[0]): Promise<string> {
    try {
      return (await mailer.send(mail)).messageId;
    } catch (error) {
      if (error instanceof UnsafeMailError) {
        throw new UnrecoverableJobError(error.message, 'request.invalid');
      }
      throw error;
    }
  }
}
