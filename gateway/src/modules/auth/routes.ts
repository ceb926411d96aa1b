import type { authRoutes } from '@diorama/shared/contract/auth.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import { requestEmail } from '@diorama/shared/server/db/emails.ts';
import {
  createPasswordReset,
  createPerson,
  creditReferral,
  findCredentials,
  getPerson,
  revokeSession,
  rotateSession,
  usePasswordReset,
} from '@diorama/shared/server/db/repositories/people.ts';
import { randomToken } from '@diorama/shared/server/ids.ts';
import { isCommonPassword } from '../../auth/common-passwords.ts';
import { hashToken, sessionOfRefresh } from '../../auth/tokens.ts';
import { SESSION_CHANNEL } from '../../collab/channels.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { findSignupNotices } from './notices.ts';
import { openSession, presentSession, presentUser } from './session.ts';

/** Signing up, in and out. */
export function authHandlers(deps: Deps & { urls: Urls }): HandlersOf<typeof authRoutes> {
  const { db, limits, passwords, tokens, bus, urls, logger } = deps;

  return {
    login: async ({ body }, { ip, ctx }) => {
      const email = body.email.trim().toLowerCase();
      await limits.consume('sign-in', `${ip} ${email}`);
      const person = await findCredentials(db, email);
      const isRight = await passwords.verify(body.password, person?.password_hash ?? null);
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
      return presentSession(deps, { userId: person.id, ...session, notices: [] });
    },

    signup: async ({ body }, { ip, ctx, language }) => {
      await limits.consume('sign-up', ip);
      assertUsablePassword(body.password);
      const passwordHash = await passwords.hash(body.password);
      const locale = chooseLanguage([body.locale ?? '', body.browserLocale ?? '', language]);
      const { email, username: name } = body;
      const created = await db.transaction(async (trx) => {
        const person = await createPerson(trx, {
          email,
          name,
          locale,
          passwordHash,
          isDemo: false,
          utm: body.utm ?? null,
        });
        if (!person) {
          throw emailTaken();
        }
        const notices = await findSignupNotices(trx, body);
        if (body.referrer && !notices.includes('referrer.unknown')) {
          await creditReferral(trx, { referrerId: body.referrer, userId: person.userId, email });
        }
        const agent = ctx.get('user-agent');
        const session = await openSession(trx, { userId: person.userId, remember: false, agent });
        return { userId: person.userId, ...session, notices };
      });
      return presentSession(deps, created);
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
        logger.warn({ sessionId, userId: rotation.userId }, 'an old refresh token was used: session revoked');
        await bus.publish(SESSION_CHANNEL, sessionId);
      }
      if (rotation.result === 'unknown' || rotation.result === 'reused') {
        throw new CodedError('auth.session-expired');
      }
      return { token: await tokens.access(rotation.userId, sessionId), refresh_token: successor };
    },

    logout: async ({ body }) => {
      const sessionId = sessionOfRefresh(body.refresh_token);
      if (sessionId !== null && (await revokeSession(db, sessionId, hashToken(body.refresh_token)))) {
        await bus.publish(SESSION_CHANNEL, sessionId);
      }
      return undefined;
    },

    requestPasswordReset: async ({ body }) => {
      await limits.consume('reset', body.email);
      const person = await findCredentials(db, body.email);
      if (person && person.deleted_at === null) {
        const token = randomToken(256);
        await db.transaction(async (trx) => {
          const { name, locale } = await getPerson(trx, person.id);
          await createPasswordReset(trx, person.id, hashToken(token));
          await requestEmail(trx, {
            to: body.email,
            template: 'password-reset',
            locale,
            props: {
              name,
              url: urls.absolute(`/${chooseLanguage([locale])}/reset-password/${person.id}/${token}`),
            },
          });
        });
      }
      return undefined;
    },

    resetPassword: async ({ params, body }, { ctx }) => {
      await limits.consume('reset', params.userUuid);
      assertUsablePassword(body.password);
      const passwordHash = await passwords.hash(body.password);
      const { session, ended } = await db.transaction(async (trx) => {
        const sessions = await usePasswordReset(trx, {
          userId: params.userUuid,
          tokenHash: hashToken(body.token),
          passwordHash,
        });
        if (sessions === null) {
          throw new CodedError('auth.link-expired');
        }
        const agent = ctx.get('user-agent');
        const opened = await openSession(trx, { userId: params.userUuid, remember: false, agent });
        return { session: opened, ended: sessions };
      });
      if (ended.length > 0) {
        await bus.publish(SESSION_CHANNEL, ended);
      }
      return presentSession(deps, { userId: params.userUuid, ...session, notices: [] });
    },

    getMe: (_input, { actor }) => presentUser(deps, actor.userId),
  };
}

function assertUsablePassword(password: string): void {
  if (isCommonPassword(password)) {
    throw new CodedError('request.invalid', {
      violations: [
        { propertyPath: 'password', code: 'user.password.common', message: 'This password is too common' },
      ],
    });
  }
}

function emailTaken(): CodedError {
  return new CodedError('user.email.taken', {
    violations: [
      { propertyPath: 'email', code: 'user.email.taken', message: 'Account already exists. Log in instead!' },
    ],
  });
}
