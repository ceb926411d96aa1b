import { CodedError, invalidField } from '@diorama/shared/contract/errors.ts';
import type { SelfProof } from '@diorama/shared/contract/users.ts';
import { getPerson } from '@diorama/shared/server/people/people.queries.ts';
import type { Google } from '../../auth/google.ts';
import type { Deps } from '../../deps.ts';

/**
 * Maximum age of Google's ID token, in seconds: long enough to read a dialog, too short for a leaked token.
 */
const FRESH_S = 10 * 60;

/**
 * Reauthenticates the user of a session before an action that a stolen session must not perform.
 * The proof is the password, or a fresh token of the connected Google account, which is all that some
 * users have.
 * @param claim - `ip` is the client address; `path` is the field that a wrong password marks
 * @throws CodedError marking the field, `auth.google.rejected`, or `request.too-many`.
 */
export async function reauthenticate(
  { db, limits, passwords, google }: Pick<Deps, 'db' | 'limits' | 'passwords'> & { google: Google },
  claim: { userId: string; ip: string; proof: SelfProof | undefined; path: string },
): Promise<void> {
  const { userId, ip, proof, path } = claim;
  await limits.consumeFrom('sign-in', ip);
  await limits.consume('sign-in', `prove ${userId}`);
  const person = await getPerson(db, userId);
  if (proof?.idToken) {
    const { subject } = await google.verify(proof.idToken, { maxAgeS: FRESH_S });
    if (subject !== person.google_subject) {
      throw new CodedError('auth.google.rejected');
    }
    return;
  }
  if (!(await passwords.verify(proof?.password ?? '', person.password_hash, 'known'))) {
    throw invalidField(path, 'user.password.wrong');
  }
}
