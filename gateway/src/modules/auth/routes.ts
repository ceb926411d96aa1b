import type { authRoutes } from '@diorama/shared/contract/auth.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import {
  findCredentials,
  revokeSession,
  rotateSession,
} from '@diorama/shared/server/people/people.queries.ts';
import { assertUsablePassword } from '../../auth/common-passwords.ts';
import { hashToken, sessionOfRefresh } from '../../auth/tokens.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { mailConfirmation } from './mails.ts';
import { serializeSession, serializeUser, startSession } from './session.ts';
import { emailTaken, join } from './sign-up.ts';
import { verifyCredentials } from './verify-credentials.ts';

type OwnRoutes = Omit<
  typeof authRoutes,
  'socialLogin' | 'socialSignup' | 'requestPasswordReset' | 'resetPassword'
>;

/** Signing up, in and out. */
export function authHandlers(deps: Deps & { urls: Urls }): HandlersOf<OwnRoutes> {
  const { db, limits, passwords, tokens, urls, logger } = deps;

  return {
    login: async ({ body }, { ip, ctx }) => {
      const userId = await verifyCredentials(deps, body, { ip, ctx });
      const agent = ctx.get('user-agent');
      const session = await db.transaction((trx) =>
        startSession(trx, { userId, remember: body.remember, agent }),
      );
      return serializeSession(deps, ctx, { userId, ...session, notices: [] });
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

    getMe: (_input, { actor }) => serializeUser(deps, actor.userId),
  };
}
