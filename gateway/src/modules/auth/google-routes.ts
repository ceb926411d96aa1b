import type { authRoutes } from '@diorama/shared/contract/auth.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { line } from '@diorama/shared/contract/fields.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { closeConfirmations } from '@diorama/shared/server/people/confirmations.queries.ts';
import { linkGoogle } from '@diorama/shared/server/people/google-identities.queries.ts';
import {
  type Credentials,
  findByGoogle,
  findCredentials,
} from '@diorama/shared/server/people/people.queries.ts';
import { endSessions } from '@diorama/shared/server/people/sessions.queries.ts';
import { createGoogle, type GoogleIdentity } from '../../auth/google.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { creditReferrer } from '../referrals/credit-referrer.ts';
import { mailPasswordChanged } from './mails.ts';
import { serializeSession, startSession } from './session.ts';
import { join } from './sign-up.ts';

/** Notice code: a password was removed, since its address had never been confirmed. */
const PASSWORD_DROPPED = 'auth.password.dropped';

const personName = line(80);

/** Signing up and in with Google. */
export function googleHandlers(
  deps: Deps & { urls: Urls },
): HandlersOf<Pick<typeof authRoutes, 'socialLogin' | 'socialSignup'>> {
  const { db, limits, urls, env, clock } = deps;
  const google = createGoogle({ google: env.google, clock });

  return {
    socialLogin: async ({ body }, { ip, ctx }) => {
      const identity = await google.verify(body.idToken);
      await limits.consume('sign-in', `${ip} ${identity.email}`);
      const session = await db.transaction(async (trx) => {
        const person = await signInWithGoogle(trx, urls, identity);
        const agent = ctx.get('user-agent');
        const opened = await startSession(trx, { userId: person.userId, remember: body.remember, agent });
        return { ...person, ...opened };
      });
      return serializeSession(deps, ctx, session);
    },

    socialSignup: async ({ body }, { ip, ctx, language }) => {
      await limits.consume('sign-up', ip);
      // The address and its owner come from Google, not from the request.
      const { subject, email, name, picture } = await google.verify(body.idToken);
      const joined = await db.transaction((trx) =>
        join(trx, urls, {
          email,
          name: nameOf(body.username, name, email),
          passwordHash: null,
          googleSubject: subject,
          picture,
          signUpContext: body,
          language,
          agent: ctx.get('user-agent'),
          address: ip,
        }),
      );
      return serializeSession(deps, ctx, joined);
    },
  };
}

/** Name of a user who signed up with Google: their choice, Google's name, else from their address. */
function nameOf(wish: string | null | undefined, googleName: string | null, email: string): string {
  const names = [wish ?? '', googleName ?? '', email.split('@')[0] ?? ''];
  return names.flatMap((name) => personName.safeParse(name.slice(0, 80)).data ?? [])[0] ?? email;
}

/**
 * Returns the user for a Google identity: the linked one, else the one with the same address, who is
 * linked now.
 * The creator of an account with an unconfirmed address may not be its owner: their password and
 * sessions end.
 * @throws CodedError `auth.google.unknown`, `auth.account-gone`, `auth.google.rejected`.
 */
async function signInWithGoogle(
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
