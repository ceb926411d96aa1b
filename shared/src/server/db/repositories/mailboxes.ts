import type { Knex } from '../knex.ts';

/** Where and in which language a person is written to. */
export type Mailbox = {
  email: string;
  locale: string;
  /** A mail to the address was answered, or Google vouched for it; else it may be a stranger's. */
  isConfirmed: boolean;
  /** What a mail may call them: null at an address that may be a stranger's, as nobody's words should reach those. */
  name: string | null;
};

/** @returns null for nobody, and for who has left. */
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
