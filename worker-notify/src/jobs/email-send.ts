import { buffer } from 'node:stream/consumers';
import { attachmentOf } from '@diorama/shared/emails/content.ts';
import { renderEmail } from '@diorama/shared/emails/index.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findEmail, markEmailSent } from '@diorama/shared/server/delivery/emails.ts';
import { type Mail, type Mailer, UnsafeMailError } from '@diorama/shared/server/delivery/mail.ts';
import { type JobHandler, UnrecoverableJobError } from '@diorama/shared/server/jobs/worker.ts';
import { findObject } from '@diorama/shared/server/objects/objects.queries.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';

/**
 * Renders and sends one mail. SMTP has no transaction: after a crash between the server's response and the
 * commit, the mail is sent again. The Message-ID stays the same, so that mailboxes recognise the duplicate.
 */
export function emailSend(deps: {
  db: Knex;
  mailer: Mailer;
  domain: string;
  store: ObjectStore;
}): JobHandler<'email.send'> {
  const { db, mailer, domain } = deps;
  return async ({ emailId }, context) => {
    const email = await findEmail(db, emailId);
    if (!email) {
      throw new UnrecoverableJobError(`There is no mail ${emailId}`, 'request.not-found');
    }
    if (email.sent_at !== null) {
      return { messageId: email.message_id };
    }
    const mail = renderEmail(email.template, chooseLanguage([email.locale]), email.props);
    const attachments = await readAttachments(deps, email.props);
    const messageId = await send({
      to: email.recipient,
      ...mail,
      ...(attachments.length > 0 && { attachments }),
      messageId: `<${emailId}@${domain}>`,
    });
    await context.commit(db, (trx) => markEmailSent(trx, emailId, messageId));
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

/** Reads the attachments of a mail. A deleted object is left out, as the mail links to it. */
async function readAttachments(
  { db, store }: { db: Knex; store: ObjectStore },
  props: unknown,
): Promise<NonNullable<Mail['attachments']>> {
  const attachment = attachmentOf(props);
  const object = attachment && (await findObject(db, attachment.object));
  if (!attachment || !object) {
    return [];
  }
  const { stream } = await store.get(object.key);
  return [{ filename: attachment.name, content: await buffer(stream), contentType: object.contentType }];
}
