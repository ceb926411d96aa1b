import { createHash } from 'node:crypto';
import { canonicalMailbox } from '../../domain/canonical-mailbox.ts';
import type { Knex } from '../db/knex.ts';

/** Address and language for mails to a user. */
export type Mailbox = {
  email: string;
  locale: string;
  /**
   * Whether the user confirmed the address by mail or through Google; otherwise it may belong to another
   * person.
   */
  isConfirmed: boolean;
  /**
   * Name for mails; null for an unconfirmed address, as it may belong to another person and must not receive
   * user text.
   */
  name: string | null;
};

/** @returns null for an unknown user, and for one who has left. */
export async function findMailbox(
  db: Knex,
  person: { id: string } | { email: string },
): Promise<Mailbox | null> {
  const row = await db('users')
    .where({ ...person, deleted_at: null })
    .first('email', 'locale', 'name', 'email_confirmed_at');
  if (!row) {
    return null;
  }
  const isConfirmed = row.email_confirmed_at !== null;
  return { email: row.email, locale: row.locale, isConfirmed, name: isConfirmed ? row.name : null };
}

/** The only stored trace of a mailbox that has earned credit. */
export function mailboxHash(email: string): Buffer {
  return createHash('sha256')
    .update(`mailbox\n${canonicalMailbox(email)}`)
    .digest();
}
