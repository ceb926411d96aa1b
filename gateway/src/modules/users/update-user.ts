import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { transact } from '@diorama/shared/server/db/transaction.ts';
import { closeConfirmations, findPendingEmail } from '@diorama/shared/server/people/confirmations.queries.ts';
import { connectGoogle, disconnectGoogle } from '@diorama/shared/server/people/google-identities.queries.ts';
import {
  findCredentials,
  getPerson,
  type PersonChange,
  type PersonRow,
  updatePerson,
} from '@diorama/shared/server/people/people.queries.ts';
import { endSessions } from '@diorama/shared/server/people/sessions.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import { assertUsablePassword } from '../../auth/common-passwords.ts';
import type { Google, GoogleIdentity } from '../../auth/google.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { findPicture } from '../assets/find-picture.ts';
import { mailConfirmation, mailPasswordChanged } from '../auth/mails.ts';
import { assertLocale, assertTimezone } from './locale.ts';
import { reauthenticate } from './reauthenticate.ts';

type UpdateUserBody = InputOf<'updateUser'>['body'];
type UserDeps = Deps & { urls: Urls; google: Google };
/** The requesting user and their client address. */
type Asker = { actor: Actor; ip: string };

/** Checked values, prepared outside the transaction that writes them. */
type Checked = { change: PersonChange; passwordHash: string | null; identity: GoogleIdentity | null };

/**
 * Changes a user's own profile; a new password ends all other sessions. A change that opens another way into
 * the account (address, Google account, password) needs proof first.
 */
export async function updateUser(deps: UserDeps, asker: Asker, body: UpdateUserBody): Promise<void> {
  const { actor } = asker;
  const checked = await check(deps, asker, body);
  await transact(deps.db, async (trx) => {
    await updatePerson(trx, actor.userId, checked.change);
    const person = await getPerson(trx, actor.userId);
    await changeGoogle(trx, actor.userId, body, checked.identity);
    if (checked.passwordHash !== null) {
      await updatePerson(trx, actor.userId, { password_hash: checked.passwordHash });
      await mailPasswordChanged(trx, deps.urls, actor.userId);
      // Another signed-in client may be the reason for the change, and may have requested its own address.
      await endSessions(trx, actor.userId, actor.sessionId);
      await closeConfirmations(trx, actor.userId, 'change');
    }
    await changeEmail(trx, deps.urls, person, body.email);
  });
}

async function check(deps: UserDeps, asker: Asker, body: UpdateUserBody): Promise<Checked> {
  const { db, google, limits } = deps;
  const { actor, ip } = asker;
  const { name, lastName, locale, timezone, type, avatar, email, password } = body;
  if (locale !== undefined) {
    assertLocale(locale);
  }
  if (timezone !== undefined && timezone !== null) {
    assertTimezone(timezone);
  }
  if (email !== undefined) {
    await limits.consume('reset', `email ${actor.userId}`);
  }
  if (await needsProof(db, actor.userId, body)) {
    await reauthenticate(deps, { userId: actor.userId, ip, proof: body.proof, path: 'proof.password' });
  }
  const picture =
    avatar === undefined || avatar === null
      ? avatar
      : (
          await findPicture(db, {
            assetId: avatar,
            userId: actor.userId,
            kind: 'avatar',
            propertyPath: 'avatar',
          })
        ).object;
  return {
    change: {
      ...(name === undefined ? {} : { name }),
      ...(lastName === undefined ? {} : { last_name: lastName }),
      ...(locale === undefined ? {} : { locale }),
      ...(timezone === undefined ? {} : { timezone }),
      ...(type === undefined ? {} : { type }),
      ...(picture === undefined ? {} : { avatar_object: picture }),
    },
    passwordHash: password === undefined ? null : await checkPassword(deps, asker, password),
    identity: body.google ? await google.verify(body.google.idToken) : null,
  };
}

/**
 * Whether a wish opens another way into the account. The present address and the unconfirmed one are not new:
 * repeating them sends another mail, or changes nothing.
 */
async function needsProof(db: Knex, userId: string, { email, google }: UpdateUserBody): Promise<boolean> {
  if (google) {
    return true;
  }
  if (email === undefined) {
    return false;
  }
  const { email: present } = await getPerson(db, userId);
  return email !== present && email !== (await findPendingEmail(db, userId));
}

/** @returns the hash of the new password. @throws CodedError marking the wrong field. */
async function checkPassword(
  deps: UserDeps,
  { actor, ip }: Asker,
  body: { current: string; next: string },
): Promise<string> {
  assertUsablePassword(body.next, 'password.next');
  const proof = { password: body.current };
  await reauthenticate(deps, { userId: actor.userId, ip, proof, path: 'password.current' });
  return deps.passwords.hash(body.next, 'known');
}

/**
 * A new address counts once it is confirmed. The present one withdraws the change, and is mailed again while
 * it is unconfirmed.
 * An address of another user gets no mail, and the response does not reveal it.
 */
async function changeEmail(
  trx: Knex,
  urls: Urls,
  person: PersonRow,
  email: string | undefined,
): Promise<void> {
  if (email === undefined) {
    return;
  }
  if (email === person.email) {
    await closeConfirmations(trx, person.id, 'change');
    if (person.email_confirmed_at === null) {
      const { id: userId, locale } = person;
      await mailConfirmation(trx, urls, { userId, locale, email, purpose: 'sign-up' });
    }
    return;
  }
  const holder = await findCredentials(trx, email);
  const { id: userId, locale } = person;
  const isFree = holder === null || holder.deleted_at !== null;
  await mailConfirmation(trx, urls, { userId, locale, email, purpose: 'change', isSent: isFree });
}

async function changeGoogle(
  trx: Knex,
  userId: string,
  body: UpdateUserBody,
  identity: GoogleIdentity | null,
): Promise<void> {
  if (identity !== null && !(await connectGoogle(trx, userId, identity.subject))) {
    throw new CodedError('auth.google.rejected');
  }
  if (body.google === null && !(await disconnectGoogle(trx, userId))) {
    throw new CodedError('security.not-allowed');
  }
}
