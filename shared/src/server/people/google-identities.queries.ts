import type { Knex } from '../db/knex.ts';

/**
 * Links a Google identity for sign-in; Google's verified address counts as confirmed.
 * @returns false when another Google identity is already linked.
 */
export async function linkGoogle(
  trx: Knex,
  link: { userId: string; subject: string; dropsPassword: boolean },
): Promise<boolean> {
  const count = await trx('users')
    .where({ id: link.userId, google_subject: null, deleted_at: null })
    .update({
      google_subject: link.subject,
      email_confirmed_at: trx.raw('coalesce(email_confirmed_at, now())'),
      ...(link.dropsPassword ? { password_hash: null } : {}),
    });
  return count > 0;
}

/**
 * Connects a Google identity with any address to a signed-in user, who keeps their address.
 * @returns false when another user has that Google identity.
 */
export async function connectGoogle(trx: Knex, userId: string, subject: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `update users set google_subject = :subject
     where id = :userId and not exists (select 1 from users where google_subject = :subject and id <> :userId) returning 1`,
    { userId, subject },
  );
  return rows.length > 0;
}

/** Disconnects Google from a user with a password. @returns false when it is their only sign-in method. */
export async function disconnectGoogle(trx: Knex, userId: string): Promise<boolean> {
  const count = await trx('users')
    .where({ id: userId })
    .whereNotNull('password_hash')
    .update({ google_subject: null });
  return count > 0;
}
