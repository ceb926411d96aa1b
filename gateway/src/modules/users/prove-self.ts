import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { SelfProof } from '@diorama/shared/contract/users.ts';
import { getPerson } from '@diorama/shared/server/db/repositories/people.ts';
import type { Google } from '../../auth/google.ts';
import type { Deps } from '../../deps.ts';

/** How old what Google says may be, in seconds: long enough to read a dialog, too short for a token that lay about. */
const FRESH_S = 10 * 60;

/**
 * Asks whoever has a session whether they are the person as well, before what a borrowed or stolen session must not do:
 * by the password, or by a fresh word of the Google account that is connected, which is all that some have.
 * @param claim - `ip` is where it comes from; `path` is the field that a wrong password marks
 * @throws CodedError marking the field, `auth.google.rejected`, or `request.too-many`.
 */
export async function proveSelf(
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
    throw new CodedError('request.invalid', {
      violations: [{ propertyPath: path, code: 'user.password.wrong', message: 'This is not your password' }],
    });
  }
}
