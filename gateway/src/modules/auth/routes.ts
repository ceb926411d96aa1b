import type { authRoutes } from '@diorama/shared/contract/auth.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { line } from '@diorama/shared/contract/fields.ts';
import { normalizeEmail } from '@diorama/shared/domain/email.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { closeConfirmations } from '@diorama/shared/server/people/confirmations.queries.ts';
import { linkGoogle } from '@diorama/shared/server/people/google-identities.queries.ts';
import {
  type Credentials,
  findByGoogle,
  findCredentials,
  isPasswordResetOpen,
  revokeSession,
  rotateSession,
  usePasswordReset,
} from '@diorama/shared/server/people/people.queries.ts';
import { endSessions } from '@diorama/shared/server/people/sessions.queries.ts';
import { assertUsablePassword } from '../../auth/common-passwords.ts';
import { createGoogle, type GoogleIdentity } from '../../auth/google.ts';
import { hashToken, sessionOfRefresh } from '../../auth/tokens.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { creditReferrer } from '../referrals/credit-referrer.ts';
import { mailConfirmation, mailPasswordChanged, mailPasswordReset } from './mails.ts';
import { openSession, serializeSession, serializeUser } from './session.ts';
import { emailTaken, join } from './sign-up.ts';

/** Notice code: a password was removed, since its address had never been confirmed. */
const PASSWORD_DROPPED = 'auth.password.dropped';

const personName = line(80);

/** Signing up, in and out. */
export function authHandlers(deps: Deps & { urls: Urls }): HandlersOf<typeof authRoutes> {
  const { db, limits, passwords, knownBrowsers, tokens, urls, logger, env, clock } = deps;
  const google = createGoogle({ google: env.google, clock });

  return {
    login: async ({ body }, { ip, ctx }) => {
      const email = normalizeEmail(body.email);
      await limits.consume('sign-in', `${ip} ${email}`);
      const person = await findCredentials(db, email);
      // Only a browser that has signed in to this account before can learn that it exists.
      const lane = person && knownBrowsers.isKnown(ctx, person.id) ? 'known' : 'unknown';
      const isRight = await passwords.verify(body.password, person?.password_hash ?? null, lane);
      if (!person || !isRight) {
        throw new CodedError('auth.wrong-credentials');
      }
      if (person.deleted_at !== null) {
        throw new CodedError('auth.account-gone');
      }
      const agent = ctx.get('user-agent');
      const session = await db.transaction((trx) =>
        openSession(trx, { userId: person.id, remember: body.remember, agent }),
      );
      return serializeSession(deps, ctx, { userId: person.id, ...session, notices: [] });
    },

    signup: async ({ body }, { ip, ctx, language }) => {
      await limits.consume('sign-up', ip);
      assertUsablePassword(body.password);
      // Checked before the hash, as the response reveals it anyway. Concurrent sign-ups are detected when the
      // row is written.
      const holder = await findCredentials(db, body.email);
      if (holder && holder.deleted_at === null) {
        throw emailTaken();
      }
      const passwordHash = await passwords.hash(body.password, 'unknown');
      const joined = await db.transaction(async (trx) => {
        const { email, username: name } = body;
        const agent = ctx.get('user-agent');
        const person = await join(trx, urls, {
          email,
          name,
          passwordHash,
          signUpContext: body,
          language,
          agent,
          address: ip,
        });
        const { userId, locale } = person;
        await mailConfirmation(trx, urls, { userId, locale, email, purpose: 'sign-up' });
        return person;
      });
      return serializeSession(deps, ctx, joined);
    },

    socialLogin: async ({ body }, { ip, ctx }) => {
      const identity = await google.verify(body.idToken);
      await limits.consume('sign-in', `${ip} ${identity.email}`);
      const session = await db.transaction(async (trx) => {
        const person = await signInWithGoogle(trx, urls, identity);
        const agent = ctx.get('user-agent');
        const opened = await openSession(trx, { userId: person.userId, remember: body.remember, agent });
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

    refreshToken: async ({ body }) => {
      const sessionId = sessionOfRefresh(body.refresh_token);
      if (sessionId === null) {
        throw new CodedError('auth.session-expired');
      }
      const successor = tokens.successor(body.refresh_token, sessionId);
      const rotation = await rotateSession(db, {
        sessionId,
        tokenHash: hashToken(body.refresh_token),
        successorHash: hashToken(successor),
      });
      if (rotation.result === 'reused') {
        logger.warn({ sessionId, userId: rotation.userId }, 'old refresh token reused: session revoked');
      }
      if (rotation.result === 'unknown' || rotation.result === 'reused') {
        throw new CodedError('auth.session-expired');
      }
      return { token: await tokens.access(rotation.userId, sessionId), refresh_token: successor };
    },

    logout: async ({ body }) => {
      const sessionId = sessionOfRefresh(body.refresh_token);
      if (sessionId !== null) {
        await revokeSession(db, sessionId, hashToken(body.refresh_token));
      }
      return undefined;
    },

    requestPasswordReset: async ({ body }) => {
      await limits.consume('reset', body.email);
      const person = await findCredentials(db, body.email);
      if (person && person.deleted_at === null) {
        await db.transaction((trx) => mailPasswordReset(trx, urls, person.id));
      }
      return undefined;
    },

    resetPassword: async ({ params, body }, { ctx }) => {
      await limits.consume('reset', params.userUuid);
      assertUsablePassword(body.password);
      const link = { userId: params.userUuid, tokenHash: hashToken(body.token) };
      if (!(await isPasswordResetOpen(db, link))) {
        throw new CodedError('auth.link-expired');
      }
      const passwordHash = await passwords.hash(body.password, 'known');
      const session = await db.transaction(async (trx) => {
        if (!(await usePasswordReset(trx, { ...link, passwordHash }))) {
          throw new CodedError('auth.link-expired');
        }
        await mailPasswordChanged(trx, urls, params.userUuid);
        await creditReferrer(trx, urls, params.userUuid);
        const agent = ctx.get('user-agent');
        return openSession(trx, { userId: params.userUuid, remember: false, agent });
      });
      return serializeSession(deps, ctx, { userId: params.userUuid, ...session, notices: [] });
    },

    getMe: (_input, { actor }) => serializeUser(deps, actor.userId),
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
