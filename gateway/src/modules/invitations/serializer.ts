import type { Invitation } from '@diorama/shared/contract/invitations.ts';
import { permissionOfRole } from '@diorama/shared/domain/roles.ts';
import { authorizeAccount } from '@diorama/shared/policy/account.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findAccountFacts } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import type { EntityRow, InvitationRow } from '@diorama/shared/server/workspaces/invitations.queries.ts';
import type { Urls } from '../../web/urls.ts';
import { WORKSPACE_KEY_VERSION } from '../../web/urls.ts';
import { entityIri } from '../members/serializer.ts';
import { serializeUserRef } from '../users/user-ref.ts';

/** An invitation. The picture of a private scene is shown only while the invitation is open. */
export function serializeInvitation(urls: Urls, row: InvitationRow): Invitation {
  const isOpen = row.state === 'open';
  const entities = row.entities.map((entity) =>
    serializeEntity(urls, row, isOpen ? entity : withoutPicture(entity)),
  );
  const [entity] = entities;
  if (!entity) {
    throw new Error(`The invitation ${row.id} names nothing`);
  }
  return {
    '@id': `/api/invitations/${row.id}`,
    '@type': 'Invitation',
    uuid: row.id,
    accepted: row.state === 'accepted',
    declined: row.state === 'declined',
    expiresAt: row.expires_at,
    account: `/api/accounts/${row.account_id}`,
    name: nameOf(row),
    email: row.email,
    isEmailConfirmed: row.is_email_confirmed,
    role: row.role,
    permission: permissionOfRole(row.role),
    subject: row.subject,
    entity,
    entities,
    createdBy: row.created_by && serializeUserRef(urls, row.created_by),
    member: row.member_id && `/api/members/${row.member_id}`,
    request: row.is_request,
    createdAt: row.created_at,
  };
}

/** Whether a user manages the workspace of an invitation. It is hidden from all others. */
export async function managesInvitation(
  db: Knex,
  { account_id }: Pick<InvitationRow, 'account_id'>,
  userId: string,
): Promise<boolean> {
  const facts = await findAccountFacts(db, account_id, userId);
  return facts !== null && authorizeAccount('manage', { ...facts, isActive: true }).allowed;
}

/** The accepter's name, or the part of the address before the @. */
function nameOf(row: InvitationRow): string {
  const known = row.is_request ? row.created_by?.name : row.accepter_name;
  return known ?? row.email.slice(0, row.email.indexOf('@'));
}

function serializeEntity(urls: Urls, row: InvitationRow, entity: EntityRow): Invitation['entity'] {
  const { id, name, picture_object: picture, key_version: keyVersion } = entity;
  return {
    '@id': entityIri(row.subject, id),
    name,
    thumbnail:
      row.subject === 'accounts'
        ? urls.file(picture, 'logo.webp')
        : urls.sceneFile(picture, 'thumbnail.webp', { keyVersion, isPublic: false }),
  };
}

function withoutPicture(entity: EntityRow): EntityRow {
  return { ...entity, picture_object: null, key_version: WORKSPACE_KEY_VERSION };
}
