import type { authRoutes } from '@diorama/shared/contract/auth.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import {
  findCredentials,
  isPasswordResetOpen,
  usePasswordReset,
} from '@diorama/shared/server/people/people.queries.ts';
import { assertUsablePassword } from '../../auth/common-passwords.ts';
import { hashToken } from '../../auth/tokens.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { networkOf } from '../../middleware/client-address.ts';
import type { Urls } from '../../web/urls.ts';
import { creditReferrer } from '../referrals/credit-referrer.ts';
import { mailPasswordChanged, mailPasswordReset } from './mails.ts';
import { serializeSession, startSession } from './session.ts';

/** Replacing a forgotten password. Limits count by name and network: a stranger cannot use up those of a user. */
export function passwordHandlers(
  deps: Deps & { urls: Urls },
): HandlersOf<Pick<typeof authRoutes, 'requestPasswordReset' | 'resetPassword'>> {
  const { db, limits, passwords, urls } = deps;

  return {
    requestPasswordReset: async ({ body }, { ip }) => {
      await limits.consume('reset', `${networkOf(ip)} ${body.email}`);
      const person = await findCredentials(db, body.email);
      if (person && person.deleted_at === null) {
        await db.transaction((trx) => mailPasswordReset(trx, urls, person.id));
      }
      return undefined;
    },

    resetPassword: async ({ params, body }, { ctx, ip }) => {
      await limits.consume('reset', `${networkOf(ip)} ${params.userUuid}`);
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
        return startSession(trx, { userId: params.userUuid, remember: false, agent });
      });
      return serializeSession(deps, ctx, { userId: params.userUuid, ...session, notices: [] });
    },
  };
}
