import { assertFound, CodedError, existing } from '@diorama/shared/contract/errors.ts';
import type { SessionItem, userRoutes } from '@diorama/shared/contract/users.ts';
import { requestExport } from '@diorama/shared/server/people/exports.queries.ts';
import { findKnownPerson } from '@diorama/shared/server/people/known-person.queries.ts';
import {
  endSession,
  endSessions,
  listSessions,
  type SessionRow,
} from '@diorama/shared/server/people/sessions.queries.ts';
import { deactivatePerson } from '@diorama/shared/server/workspaces/account-lifecycle.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import { createGoogle } from '../../auth/google.ts';
import { hashToken } from '../../auth/tokens.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { networkOf } from '../../middleware/client-address.ts';
import type { Urls } from '../../web/urls.ts';
import { serializeUser } from '../auth/session.ts';
import { memberOf, serializeAll } from '../pagination.ts';
import { confirmEmail } from './confirm-email.ts';
import { reauthenticate } from './reauthenticate.ts';
import { sendExport } from './send-export.ts';
import { updateUser } from './update-user.ts';
import { serializeUserRef } from './user-ref.ts';

/** A user's own profile, sessions, data export and deletion. */
export function userHandlers(deps: Deps & { urls: Urls }): HandlersOf<typeof userRoutes> {
  const { db, limits, urls, env, clock } = deps;
  const withGoogle = { ...deps, google: createGoogle({ google: env.google, clock }) };

  return {
    updateUser: async ({ params, body }, { actor, ip }) => {
      assertSelf(params.id, actor);
      await updateUser(withGoogle, { actor, ip }, body);
      return serializeUser(deps, actor.userId);
    },

    deleteUser: async ({ params, body }, { actor, ip }) => {
      assertSelf(params.id, actor);
      await limits.consume('reset', `delete ${actor.userId}`);
      await reauthenticate(withGoogle, { userId: actor.userId, ip, proof: body, path: 'password' });
      await db.transaction((trx) => deactivatePerson(trx, actor.userId));
      return undefined;
    },

    exportUser: async (_input, { actor }) => {
      await limits.consume('reset', `export ${actor.userId}`);
      await db.transaction((trx) => requestExport(trx, { userId: actor.userId }));
      return undefined;
    },

    downloadExport: async ({ params }, call) => {
      await sendExport(deps, params.token, call);
      return undefined;
    },

    confirmEmail: async ({ params, body }, { ip }) => {
      await limits.consume('reset', `${networkOf(ip)} ${params.userUuid}`);
      return confirmEmail(deps, { userId: params.userUuid, tokenHash: hashToken(body.token) });
    },

    listSessions: async (_input, { actor }) => {
      const rows = await listSessions(db, actor.userId);
      return serializeAll(
        '/api/sessions',
        rows.map((row) => serializeSession(row, actor)),
      );
    },

    getSession: async ({ params }, { actor }) => {
      const rows = await listSessions(db, actor.userId);
      return memberOf(
        rows.map((row) => serializeSession(row, actor)),
        params.id,
      );
    },

    getUser: async ({ params }, { actor }) => {
      const person = existing(await findKnownPerson(db, { viewerId: actor.userId, personId: params.id }));
      return serializeUserRef(urls, person);
    },

    endSession: async ({ params }, { actor }) => {
      if (!(await endSession(db, actor.userId, params.id))) {
        throw new CodedError('request.not-found');
      }
      return undefined;
    },

    endSessions: async (_input, { actor }) => {
      await endSessions(db, actor.userId);
      return undefined;
    },
  };
}

/** Other users are hidden. */
function assertSelf(id: string, actor: Actor): void {
  assertFound(id === actor.userId);
}

function serializeSession(row: SessionRow, { sessionId }: Actor): SessionItem {
  return {
    '@id': `/api/sessions/${row.id}`,
    '@type': 'Session',
    uuid: row.id,
    agent: row.agent,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    remember: row.remember,
    isCurrent: row.id === sessionId,
  };
}
