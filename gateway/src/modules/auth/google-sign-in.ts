import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { closeConfirmations } from '@diorama/shared/server/people/confirmations.queries.ts';
import { linkGoogle } from '@diorama/shared/server/people/google-identities.queries.ts';
import {
  type Credentials,
  findByGoogle,
  findCredentials,
} from '@diorama/shared/server/people/people.queries.ts';
import { endSessions } from '@diorama/shared/server/people/sessions.queries.ts';
import type { GoogleIdentity } from '../../auth/google.ts';
import type { Urls } from '../../web/urls.ts';
import { creditReferrer } from '../referrals/credit-referrer.ts';
import { mailPasswordChanged } from './mails.ts';

/** Notice code: a password was removed, since its address had never been confirmed. */
export const PASSWORD_DROPPED = 'auth.password.dropped';

/**
 * Returns the user for a Google identity: the linked one, else the one with the same address, who is
 * linked now.
 * The creator of an account with an unconfirmed address may not be its owner: their password and
 * sessions end.
 * @throws CodedError `auth.google.unknown`, `auth.account-gone`, `auth.google.rejected`.
 */
export async function signInWithGoogle(
  trx: Knex,
  urls: Urls,
  identity: GoogleIdentity,
): Promise<{ userId: string; notices: string[] }> {
  const linked = await findByGoogle(trx, identity.subject);
  if (linked) {
    return { userId: linked.id, notices: [] };
  }
  const person = await findCredentials(trx, identity.email);
  if (!person) {
    throw new CodedError('auth.google.unknown');
  }
  if (person.deleted_at !== null) {
    throw new CodedError('auth.account-gone');
  }
  return link(trx, urls, person, identity);
}

async function link(trx: Knex, urls: Urls, person: Credentials, identity: GoogleIdentity) {
  const isDoubtful = person.email_confirmed_at === null;
  const hadPassword = person.password_hash !== null;
  // An account linked to another Google identity is not this one's, even with the same address.
  if (!(await linkGoogle(trx, { userId: person.id, subject: identity.subject, dropsPassword: isDoubtful }))) {
    throw new CodedError('auth.google.rejected');
  }
  await creditReferrer(trx, urls, person.id);
  if (!isDoubtful || !hadPassword) {
    return { userId: person.id, notices: [] };
  }
  await mailPasswordChanged(trx, urls, person.id);
  await endSessions(trx, person.id);
  await closeConfirmations(trx, person.id, 'change');
  return { userId: person.id, notices: [PASSWORD_DROPPED] };
}
