import { assertFound } from '@diorama/shared/contract/errors.ts';
import type { invitationRoutes } from '@diorama/shared/contract/invitations.ts';
import {
  changeInvitation,
  createInvitation,
  declineInvitation,
  deleteInvitation,
  reopenInvitation,
} from '@diorama/shared/server/workspaces/invitation-changes.queries.ts';
import { mailInvitation } from '@diorama/shared/server/workspaces/invitation-mail.ts';
import { findInvitation, listInvitations } from '@diorama/shared/server/workspaces/invitations.queries.ts';
import { limitUnconfirmedMails } from '../../auth/limit-unconfirmed-mails.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { acceptAndNotify } from './accept.ts';
import { assertRole, loadManaged, loadOwnRequest, readInvitation } from './load-invitation.ts';
import { mailAnswer } from './mails.ts';
import { managesInvitation, serializeInvitation } from './serializer.ts';
import { loadShareable } from './sharing.ts';

/** Invitations and their answers. */
export function invitationHandlers(
  deps: Deps & { urls: Urls },
): HandlersOf<Omit<typeof invitationRoutes, 'createAccessRequest' | 'acceptRequest'>> {
  const { db, limits, urls } = deps;

  return {
    createInvitation: async ({ body }, { actor }) => {
      const { email, role, subject, entityIds } = body;
      const accountId = await loadShareable(db, { subject, ids: entityIds }, actor.userId);
      await limits.consume('invitations', accountId);
      const saysNames = await limitUnconfirmedMails(deps, actor);
      const requested = { accountId, email, role, subject, entityIds, createdBy: actor.userId };
      const id = await db.transaction(async (trx) => {
        const created = await createInvitation(trx, requested);
        const invitation = await findInvitation(trx, created);
        if (invitation) {
          await mailInvitation(trx, urls, { invitation, by: actor, saysNames });
        }
        return created;
      });
      return readInvitation(deps, id);
    },

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
      await limits.consume('invitations', row.account_id);
      const saysNames = await limitUnconfirmedMails(deps, actor);
      await db.transaction(async (trx) => {
        const invitation = await reopenInvitation(trx, row.id);
        await mailInvitation(trx, urls, { invitation, by: actor, saysNames });
      });
      return readInvitation(deps, row.id);
    },
  };
}
