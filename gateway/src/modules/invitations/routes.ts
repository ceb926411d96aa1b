import { createHmac } from 'node:crypto';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Invitation, invitationRoutes } from '@diorama/shared/contract/invitations.ts';
import { isRoleFor, permissionOfRole, ROLE, type Role, type Subject } from '@diorama/shared/domain/roles.ts';
import { authorizeHidden } from '@diorama/shared/policy/account.ts';
import { findAccountFacts } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import {
  acceptRequest,
  changeInvitation,
  createInvitation,
  declineInvitation,
  deleteInvitation,
  REQUEST_DAYS,
  reopenInvitation,
  requestAccess,
} from '@diorama/shared/server/workspaces/invitation-changes.queries.ts';
import { mailInvitation } from '@diorama/shared/server/workspaces/invitation-mail.ts';
import {
  findInvitation,
  type InvitationRow,
  listInvitations,
} from '@diorama/shared/server/workspaces/invitations.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import { limitUnconfirmedMails } from '../../auth/limit-unconfirmed-mails.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { entityIri } from '../members/serializer.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { acceptAndNotify } from './accept.ts';
import { mailAccessRequest, mailAnswer } from './mails.ts';
import { managesInvitation, serializeInvitation } from './serializer.ts';
import { findAskedFor, loadShareable } from './sharing.ts';

const DAY_MS = 86_400_000;

/** Role granted to a requester if the answer names none. */
const usualRole = (subject: Subject): Role => (subject === 'accounts' ? ROLE.guest : ROLE.view);

/** Invitations, their answers, and requests for access. */
export function invitationHandlers(deps: Deps & { urls: Urls }): HandlersOf<typeof invitationRoutes> {
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
      return readInvitation(id);
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
      if (!row || !isOpen) {
        throw new CodedError('request.not-found');
      }
      return serializeInvitation(urls, row);
    },

    patchInvitation: async ({ params, body: { role } }, { actor }) => {
      const row = await loadManaged(params.id, actor);
      if (role !== undefined) {
        assertRole(row.subject, role);
        await db.transaction((trx) => changeInvitation(trx, row.id, role));
      }
      return readInvitation(row.id);
    },

    deleteInvitation: async ({ params }, { actor }) => {
      const row = (await loadOwnRequest(params.id, actor)) ?? (await loadManaged(params.id, actor));
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
      return readInvitation(params.id);
    },

    declineInvitation: async ({ params }) => {
      await db.transaction((trx) => declineInvitation(trx, params.id));
      return readInvitation(params.id);
    },

    resendInvitation: async ({ params }, { actor }) => {
      const row = await loadManaged(params.id, actor);
      await limits.consume('invitations', row.account_id);
      const saysNames = await limitUnconfirmedMails(deps, actor);
      await db.transaction(async (trx) => {
        const invitation = await reopenInvitation(trx, row.id);
        await mailInvitation(trx, urls, { invitation, by: actor, saysNames });
      });
      return readInvitation(row.id);
    },

    createAccessRequest: ({ body }, { actor }) =>
      askForAccess(deps, { subject: body.type, id: body.uuid }, actor),

    acceptRequest: async ({ params, body: { role } }, { actor }) => {
      const row = await loadManaged(params.id, actor);
      if (role !== undefined) {
        assertRole(row.subject, role);
      }
      await db.transaction(async (trx) => {
        const answered = await acceptRequest(trx, { id: row.id, role });
        await mailAnswer(trx, urls, { request: answered, isGranted: true, by: actor });
      });
      return readInvitation(row.id);
    },
  };

  async function readInvitation(id: string): Promise<Invitation> {
    const row = await findInvitation(db, id);
    if (!row) {
      throw new CodedError('request.not-found');
    }
    return serializeInvitation(urls, row);
  }

  /** An invitation of a workspace that the user manages. */
  async function loadManaged(id: string, actor: Actor): Promise<InvitationRow> {
    const row = await findInvitation(db, id);
    if (!row) {
      throw new CodedError('request.not-found');
    }
    const facts = await findAccountFacts(db, row.account_id, actor.userId);
    const isAddressee = !row.is_request && row.email === actor.email;
    const verdict = authorizeHidden('manage', facts);
    if (!verdict.allowed) {
      throw new CodedError(isAddressee ? 'security.not-allowed' : verdict.code);
    }
    return row;
  }

  /** An access request of the user, which they may withdraw. */
  async function loadOwnRequest(id: string, actor: Actor): Promise<InvitationRow | null> {
    const row = await findInvitation(db, id);
    return row?.is_request && row.created_by?.id === actor.userId ? row : null;
  }
}

function assertRole(subject: Subject, role: Role): void {
  if (!isRoleFor(subject, role)) {
    throw new CodedError('request.invalid', {
      violations: [{ propertyPath: 'role', code: 'invalid.role', text: `rule.role.${subject}` }],
    });
  }
}

/**
 * Requests access to a resource from its owner. The response is the same for an existing and a
 * missing resource.
 * Even the request's id is derived from the user and the resource, so that it reveals nothing.
 * @throws CodedError `invitation.duplicate` for a resource that they see already, `invitation.limit`.
 */
async function askForAccess(
  deps: Deps & { urls: Urls },
  requested: { subject: Subject; id: string },
  actor: Actor,
): Promise<Invitation> {
  const { db, urls, limits, env } = deps;
  await limits.consume('invitations', `requests of ${actor.userId}`);
  const saysNames = await limitUnconfirmedMails(deps, actor);
  const asked = await findAskedFor(db, requested, actor.userId);
  if (asked?.isVisible) {
    throw new CodedError('invitation.duplicate');
  }
  const id = requestId(env.secretKeys[0] ?? '', actor.userId, requested);
  const role = usualRole(requested.subject);
  if (asked) {
    await db.transaction(async (trx) => {
      const isNew = await requestAccess(trx, {
        id,
        accountId: asked.accountId,
        userId: actor.userId,
        email: actor.email,
        subject: requested.subject,
        entityId: requested.id,
        role,
      });
      const request = isNew ? await findInvitation(trx, id) : null;
      if (request) {
        await mailAccessRequest(trx, urls, { request, personName: saysNames ? actor.name : null });
      }
    });
  }
  return presentRequest(deps, { ...requested, role, requestId: id }, actor);
}

/** The request as presented to the requester: only their own input. */
function presentRequest(
  { clock }: Pick<Deps, 'clock'>,
  requested: { subject: Subject; id: string; role: Role; requestId: string },
  actor: Actor,
): Invitation {
  const now = clock.now();
  const entity = { '@id': entityIri(requested.subject, requested.id), name: '', thumbnail: null };
  return {
    '@id': `/api/invitations/${requested.requestId}`,
    '@type': 'Invitation',
    uuid: requested.requestId,
    accepted: false,
    declined: false,
    expiresAt: new Date(now.getTime() + REQUEST_DAYS * DAY_MS).toISOString(),
    account: null,
    name: actor.name,
    email: actor.email,
    isEmailConfirmed: actor.isEmailConfirmed,
    role: requested.role,
    permission: permissionOfRole(requested.role),
    subject: requested.subject,
    entity,
    entities: [entity],
    createdBy: null,
    member: null,
    request: true,
    createdAt: now.toISOString(),
  };
}

/** One id per user and resource: a uuid of version 8, which RFC 9562 leaves to applications. */
function requestId(secret: string, userId: string, requested: { subject: Subject; id: string }): string {
  const mac = createHmac('sha256', secret)
    .update(`access-request\n${userId}\n${requested.subject}\n${requested.id}`)
    .digest('hex');
  return `${mac.slice(0, 8)}-${mac.slice(8, 12)}-8${mac.slice(13, 16)}-a${mac.slice(17, 20)}-${mac.slice(20, 32)}`;
}
