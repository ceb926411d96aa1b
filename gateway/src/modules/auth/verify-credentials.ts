import { CodedError } from '@diorama/shared/contract/errors.ts';
import { normalizeEmail } from '@diorama/shared/domain/email.ts';
import { findCredentials } from '@diorama/shared/server/people/people.queries.ts';
import type { Call } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';

/**
 * Verifies an address and its password.
 * @returns the user's id
 * @throws CodedError `auth.wrong-credentials`, `auth.account-gone`, `request.too-many`.
 */
export async function verifyCredentials(
  { db, limits, passwords, knownBrowsers }: Pick<Deps, 'db' | 'limits' | 'passwords' | 'knownBrowsers'>,
  credentials: { email: string; password: string },
  { ip, ctx }: Pick<Call, 'ip' | 'ctx'>,
): Promise<string> {
  const email = normalizeEmail(credentials.email);
  await limits.consume('sign-in', `${ip} ${email}`);
  const person = await findCredentials(db, email);
  // Only a browser that has signed in to this account before can learn that it exists.
  const lane = person && knownBrowsers.isKnown(ctx, person.id) ? 'known' : 'unknown';
  const isRight = await passwords.verify(credentials.password, person?.password_hash ?? null, lane);
  if (!person || !isRight) {
    throw new CodedError('auth.wrong-credentials');
  }
  if (person.deleted_at !== null) {
    throw new CodedError('auth.account-gone');
  }
  return person.id;
}
