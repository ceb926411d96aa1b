import type { Knex } from '../knex.ts';

/**
 * Lets a person sign in with Google, whose word for their address is enough to confirm it.
 * @returns false when they have another Google identity already.
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
 * Connects Google to a person who is signed in, whatever its address; their own stays.
 * @returns false when somebody else has that Google identity.
 */
export async function connectGoogle(trx: Knex, userId: string, subject: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `update users set google_subject = :subject
     where id = :userId and not exists (select 1 from users where google_subject = :subject and id <> :userId) returning 1`,
    { userId, subject },
  );
  return rows.length > 0;
}

/** Takes Google away from a person who has a password. @returns false when it is their only way in. */
export async function disconnectGoogle(trx: Knex, userId: string): Promise<boolean> {
  const count = await trx('users')
    .where({ id: userId })
    .whereNotNull('password_hash')
    .update({ google_subject: null });
  return count > 0;
}
