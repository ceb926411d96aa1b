import { createHmac } from 'node:crypto';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Invitation, invitationRoutes } from '@diorama/shared/contract/invitations.ts';
import { permissionOfRole, ROLE, type Role, type Subject } from '@diorama/shared/domain/roles.ts';
import {
  acceptRequest,
  REQUEST_DAYS,
  requestAccess,
} from '@diorama/shared/server/workspaces/invitation-changes.queries.ts';
import { findInvitation } from '@diorama/shared/server/workspaces/invitations.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import { limitUnconfirmedMails } from '../../auth/limit-unconfirmed-mails.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { entityIri } from '../members/serializer.ts';
import { assertRole, loadManaged, readInvitation } from './load-invitation.ts';
import { mailAccessRequest, mailAnswer } from './mails.ts';
import { findAskedFor } from './sharing.ts';

const DAY_MS = 86_400_000;

/** Role granted to a requester if the answer names none. */
const usualRole = (subject: Subject): Role => (subject === 'accounts' ? ROLE.guest : ROLE.view);

/** Requests for access. */
export function accessRequestHandlers(
  deps: Deps & { urls: Urls },
): HandlersOf<Pick<typeof invitationRoutes, 'createAccessRequest' | 'acceptRequest'>> {
  const { db, urls } = deps;

  return {
    createAccessRequest: ({ body }, { actor }) =>
      askForAccess(deps, { subject: body.type, id: body.uuid }, actor),

    acceptRequest: async ({ params, body: { role } }, { actor }) => {
      const row = await loadManaged(db, params.id, actor);
      if (role !== undefined) {
        assertRole(row.subject, role);
      }
      await db.transaction(async (trx) => {
        const answered = await acceptRequest(trx, { id: row.id, role });
        await mailAnswer(trx, urls, { request: answered, isGranted: true, by: actor });
      });
      return readInvitation(deps, row.id);
    },
  };
}

/**
 * Requests access to a resource from its owner. The response is the same for an existing and a
 * missing resource.
 * Even the request's id is derived from the user and the resource, so that it reveals nothing.
 * @throws CodedError `invitation.duplicate` for a resource that they see already, `invitation.limit`.
 */
async function askForAccess(
  deps: Deps & { urls: Urls },
  wish: { subject: Subject; id: string },
  actor: Actor,
): Promise<Invitation> {
  const { db, urls, limits, env } = deps;
  await limits.consume('invitations', `requests of ${actor.userId}`);
  const saysNames = await limitUnconfirmedMails(deps, actor);
  const asked = await findAskedFor(db, wish, actor.userId);
  if (asked?.isVisible) {
    throw new CodedError('invitation.duplicate');
  }
  const id = requestId(env.secretKeys[0] ?? '', actor.userId, wish);
  const role = usualRole(wish.subject);
  if (asked) {
    await db.transaction(async (trx) => {
      const isNew = await requestAccess(trx, {
        id,
        accountId: asked.accountId,
        userId: actor.userId,
        email: actor.email,
        subject: wish.subject,
        entityId: wish.id,
        role,
      });
      const request = isNew ? await findInvitation(trx, id) : null;
      if (request) {
        await mailAccessRequest(trx, urls, { request, personName: saysNames ? actor.name : null });
      }
    });
  }
  return presentWish(deps, { ...wish, role, requestId: id }, actor);
}

/** The request as presented to the requester: only their own input. */
function presentWish(
  { clock }: Pick<Deps, 'clock'>,
  wish: { subject: Subject; id: string; role: Role; requestId: string },
  actor: Actor,
): Invitation {
  const now = clock.now();
  const entity = { '@id': entityIri(wish.subject, wish.id), name: '', thumbnail: null };
  return {
    '@id': `/api/invitations/${wish.requestId}`,
    '@type': 'Invitation',
    uuid: wish.requestId,
    accepted: false,
    declined: false,
    expiresAt: new Date(now.getTime() + REQUEST_DAYS * DAY_MS).toISOString(),
    account: null,
    name: actor.name,
    email: actor.email,
    isEmailConfirmed: actor.isEmailConfirmed,
    role: wish.role,
    permission: permissionOfRole(wish.role),
    subject: wish.subject,
    entity,
    entities: [entity],
    createdBy: null,
    member: null,
    request: true,
    createdAt: now.toISOString(),
  };
}

/** One id per user and resource: a uuid of version 8, which RFC 9562 leaves to applications. */
function requestId(secret: string, userId: string, wish: { subject: Subject; id: string }): string {
  const mac = createHmac('sha256', secret)
    .update(`access-request\n${userId}\n${wish.subject}\n${wish.id}`)
    .digest('hex');
  return `${mac.slice(0, 8)}-${mac.slice(8, 12)}-8${mac.slice(13, 16)}-a${mac.slice(17, 20)}-${mac.slice(20, 32)}`;
}
