import type { Knex } from '../knex.ts';

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
