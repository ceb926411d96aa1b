import { assertFound } from '@diorama/shared/contract/errors.ts';
import type { invitationRoutes } from '@diorama/shared/contract/invitations.ts';
import {
  changeInvitation,
  declineInvitation,
  deleteInvitation,
} from '@diorama/shared/server/workspaces/invitation-changes.queries.ts';
import { findInvitation, listInvitations } from '@diorama/shared/server/workspaces/invitations.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { acceptAndNotify } from './accept.ts';
import { invite, inviteAgain } from './invite.ts';
import { assertRole, loadManaged, loadOwnRequest, readInvitation } from './load-invitation.ts';
import { mailAnswer } from './mails.ts';
import { managesInvitation, serializeInvitation } from './serializer.ts';

/** Invitations and their answers. */
export function invitationHandlers(
  deps: Deps & { urls: Urls },
): HandlersOf<Omit<typeof invitationRoutes, 'createAccessRequest' | 'acceptRequest'>> {
  const { db, urls } = deps;

  return {
    createInvitation: async ({ body }, { actor }) => readInvitation(deps, await invite(deps, actor, body)),

    listInvitations: async ({ query }, { actor }) => {
      const { rows, total } = await listInvitations(db, {
        viewerId: actor.userId,
        accountId: query['account.uuid'] ?? null,
        compositionId: query.compositions ?? null,
        projectId: query.projects ?? null,
        pending: query.pending ?? null,
        isRequest: query.request ?? null,
        ...pageOf(query),
      });
      const items = rows.map((row) => serializeInvitation(urls, row));
      return serializePage('/api/invitations', query, { items, total });
    },

    getInvitation: async ({ params }, { actor }) => {
      const row = await findInvitation(db, params.id);
      // An invitation is open to everyone who knows its id, a request to those who answer it.
      const isOpen =
        row !== null && (!row.is_request || (actor && (await managesInvitation(db, row, actor.userId))));
      assertFound(row && isOpen);
      return serializeInvitation(urls, row);
    },

    patchInvitation: async ({ params, body: { role } }, { actor }) => {
      const row = await loadManaged(db, params.id, actor);
      if (role !== undefined) {
        assertRole(row.subject, role);
        await db.transaction((trx) => changeInvitation(trx, row.id, role));
      }
      return readInvitation(deps, row.id);
    },

    deleteInvitation: async ({ params }, { actor }) => {
      const row = (await loadOwnRequest(db, params.id, actor)) ?? (await loadManaged(db, params.id, actor));
      await db.transaction(async (trx) => {
        const gone = await deleteInvitation(trx, row.id);
        if (gone.is_request && gone.state === 'open' && gone.created_by?.id !== actor.userId) {
          await mailAnswer(trx, urls, { request: gone, isGranted: false, by: actor });
        }
      });
      return undefined;
    },

    acceptInvitation: async ({ params }, { actor }) => {
      const { userId, email } = actor;
      await db.transaction((trx) => acceptAndNotify(trx, urls, { id: params.id, userId, email }));
      return readInvitation(deps, params.id);
    },

    declineInvitation: async ({ params }) => {
      await db.transaction((trx) => declineInvitation(trx, params.id));
      return readInvitation(deps, params.id);
    },

    resendInvitation: async ({ params }, { actor }) => {
      const row = await loadManaged(db, params.id, actor);
      await inviteAgain(deps, actor, row);
      return readInvitation(deps, row.id);
    },
  };
}
