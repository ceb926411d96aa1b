import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { closeConfirmations } from '@diorama/shared/server/db/repositories/confirmations.ts';
import { connectGoogle, disconnectGoogle } from '@diorama/shared/server/db/repositories/google.ts';
import {
  findCredentials,
  getPerson,
  type PersonChange,
  type PersonRow,
  updatePerson,
} from '@diorama/shared/server/db/repositories/people.ts';
import { endSessions } from '@diorama/shared/server/db/repositories/sessions.ts';
import type { Actor } from '../../auth/actor.ts';
import { assertUsablePassword } from '../../auth/common-passwords.ts';
import type { Google, GoogleIdentity } from '../../auth/google.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { findPicture } from '../assets/picture.ts';
import { mailConfirmation, mailPasswordChanged } from '../auth/mails.ts';
import { assertLocale, assertTimezone } from './locale.ts';

type Wish = InputOf<'updateUser'>['body'];
type UserDeps = Deps & { urls: Urls; google: Google };

/** What has been checked, outside of the transaction that writes it. */
type Checked = { change: PersonChange; passwordHash: string | null; identity: GoogleIdentity | null };

/** Changes what a person may change of themselves; a new password ends all other sessions. */
export async function updateUser(deps: UserDeps, actor: Actor, wish: Wish): Promise<void> {
  const checked = await check(deps, actor, wish);
  await deps.db.transaction(async (trx) => {
    await updatePerson(trx, actor.userId, checked.change);
    const person = await getPerson(trx, actor.userId);
    await changeGoogle(trx, actor.userId, wish, checked.identity);
    await changeEmail(trx, deps.urls, person, wish.email);
    if (checked.passwordHash === null) {
      return;
    }
    await updatePerson(trx, actor.userId, { password_hash: checked.passwordHash });
    await mailPasswordChanged(trx, deps.urls, person);
    // Whoever else is signed in may be the reason for the change.
    await endSessions(trx, actor.userId, actor.sessionId);
  });
}

async function check(deps: UserDeps, actor: Actor, wish: Wish): Promise<Checked> {
  const { db, google, limits } = deps;
  const { name, lastName, locale, timezone, type, avatar, email, password } = wish;
  if (locale !== undefined) {
    assertLocale(locale);
  }
  if (timezone !== undefined && timezone !== null) {
    assertTimezone(timezone);
  }
  if (email !== undefined) {
    await limits.consume('reset', `email ${actor.userId}`);
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
    passwordHash: password === undefined ? null : await checkPassword(deps, actor.userId, password),
    identity: wish.google ? await google.verify(wish.google.idToken) : null,
  };
}

/** @returns the hash of the new password. @throws CodedError marking the field that is wrong. */
async function checkPassword(
  { db, passwords, limits }: UserDeps,
  userId: string,
  wish: { current: string; next: string },
): Promise<string> {
  await limits.consume('sign-in', `password ${userId}`);
  assertUsablePassword(wish.next, 'password.next');
  const { password_hash } = await getPerson(db, userId);
  if (!(await passwords.verify(wish.current, password_hash, 'known'))) {
    throw new CodedError('request.invalid', {
      violations: [
        {
          propertyPath: 'password.current',
          code: 'user.password.wrong',
          message: 'This is not your password',
        },
      ],
    });
  }
  return passwords.hash(wish.next, 'known');
}

/**
 * A new address counts once it is confirmed; the present one withdraws the wish, and is asked about once more while
 * nobody has confirmed it. One that somebody else has gets no
 * mail, and the answer does not tell.
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
  wish: Wish,
  identity: GoogleIdentity | null,
): Promise<void> {
  if (identity !== null && !(await connectGoogle(trx, userId, identity.subject))) {
    throw new CodedError('auth.google.rejected');
  }
  if (wish.google === null && !(await disconnectGoogle(trx, userId))) {
    throw new CodedError('security.not-allowed');
  }
}
