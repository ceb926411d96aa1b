import type { Knex } from '../db/knex.ts';
import { isUniqueViolation } from '../db/transaction.ts';

/** Purpose of a confirmation: a sign-up, or a change of address. */
export type ConfirmationPurpose = 'sign-up' | 'change';

/** Validity of a link. */
const GOOD_FOR: Record<ConfirmationPurpose, string> = { 'sign-up': '7 days', change: '1 hour' };

/** Creates a link to confirm an address, and invalidates earlier ones of the same purpose. */
export async function createConfirmation(
  trx: Knex,
  confirmation: { userId: string; email: string; purpose: ConfirmationPurpose; tokenHash: Buffer },
): Promise<void> {
  const { userId, email, purpose, tokenHash } = confirmation;
  await closeConfirmations(trx, userId, purpose);
  await trx.raw(
    `insert into email_confirmations (token_hash, user_id, email, purpose, expires_at)
     values (?, ?, ?, ?, now() + ?::interval)`,
    [tokenHash, userId, email, purpose, GOOD_FOR[purpose]],
  );
}

/** Invalidates the open links of a purpose. */
export async function closeConfirmations(
  trx: Knex,
  userId: string,
  purpose: ConfirmationPurpose,
): Promise<void> {
  await trx('email_confirmations')
    .where({ user_id: userId, purpose, used_at: null })
    .update({ used_at: trx.fn.now() });
}

/** The new address that awaits its confirmation. */
export async function findPendingEmail(db: Knex, userId: string): Promise<string | null> {
  const row = await db('email_confirmations')
    .where({ user_id: userId, purpose: 'change', used_at: null })
    .whereRaw('expires_at > now()')
    .first('email');
  return row?.email ?? null;
}

export type Confirmed =
  | {
      result: 'confirmed';
      email: string;
      previous: string;
      isPreviousConfirmed: boolean;
      purpose: ConfirmationPurpose;
    }
  | { result: 'expired' | 'taken' };

/**
 * Uses a link once. Of two users who want the same address the first to confirm gets it; a sign-up's link
 * confirms only the user's current address.
 */
export async function useConfirmation(
  trx: Knex,
  link: { userId: string; tokenHash: Buffer },
): Promise<Confirmed> {
  const { rows } = await trx.raw<{ rows: { email: string; purpose: ConfirmationPurpose }[] }>(
    `update email_confirmations set used_at = now()
     where token_hash = ? and user_id = ? and used_at is null and expires_at > now() returning email, purpose`,
    [link.tokenHash, link.userId],
  );
  const used = rows[0];
  const person = await trx('users')
    .where({ id: link.userId, deleted_at: null })
    .forUpdate()
    .first('email', 'email_confirmed_at');
  if (!used || !person || (used.purpose === 'sign-up' && used.email !== person.email)) {
    return { result: 'expired' };
  }
  try {
    // A savepoint, so that the error for a taken address does not roll back the used link.
    await trx.transaction((inner) =>
      inner('users')
        .where({ id: link.userId })
        .update({ email: used.email, email_confirmed_at: inner.fn.now() }),
    );
  } catch (error) {
    if (isUniqueViolation(error)) {
      return { result: 'taken' };
    }
    throw error;
  }
  return {
    result: 'confirmed',
    email: used.email,
    previous: person.email,
    isPreviousConfirmed: person.email_confirmed_at !== null,
    purpose: used.purpose,
  };
}
