import type { Grant, Member } from '@diorama/shared/contract/members.ts';
import { permissionOfRole, ROLE, type Subject, strongestRole } from '@diorama/shared/domain/roles.ts';
import type { GrantRow, MemberRow } from '@diorama/shared/server/workspaces/members.queries.ts';
import type { Urls } from '../../web/urls.ts';
import { serializeUserRef } from '../users/user-ref.ts';

/** The iri of a shareable resource. */
export function entityIri(subject: Subject, id: string): string {
  return `/api/${subject}/${id}`;
}

/**
 * A member with their access, or before they join, the access they are invited to.
 * @param entityId - the resource of the list: the role is the one on that
 */
export function serializeMember(
  urls: Urls,
  row: MemberRow,
  grants: readonly GrantRow[],
  entityId: string | null = null,
): Member {
  const accepted = grants.filter(({ state }) => state === 'accepted');
  const counting = row.user_id === null ? grants.filter(({ state }) => state === 'pending') : accepted;
  const asked = grants.filter((grant) => grant.entity_id === entityId);
  const role =
    strongestRole(asked.map((grant) => grant.role)) ??
    strongestRole((counting.length > 0 ? counting : grants).map((grant) => grant.role)) ??
    ROLE.view;
  const irisOf = (subject: Subject) =>
    counting.filter((grant) => grant.subject === subject).map((grant) => entityIri(subject, grant.entity_id));
  return {
    '@id': `/api/members/${row.id}`,
    '@type': 'Member',
    uuid: row.id,
    account: `/api/accounts/${row.account_id}`,
    user: serializePerson(urls, row),
    role,
    permission: permissionOfRole(role),
    extra: { email: row.email, pending: row.user_id === null },
    compositions: irisOf('compositions'),
    projects: irisOf('projects'),
    accounts: irisOf('accounts'),
    grants: grants.map(serializeGrant),
    createdAt: row.created_at,
  };
}

function serializePerson(urls: Urls, row: MemberRow): Member['user'] {
  if (row.user_id === null) {
    return null;
  }
  return serializeUserRef(urls, {
    id: row.user_id,
    name: row.name ?? row.email,
    avatar_object: row.avatar_object,
    avatar_color: row.avatar_color ?? '',
  });
}

function serializeGrant(grant: GrantRow): Grant {
  return {
    '@id': entityIri(grant.subject, grant.entity_id),
    subject: grant.subject,
    name: grant.name,
    role: grant.role,
    permission: permissionOfRole(grant.role),
    state: grant.state,
    invitation: grant.invitation_id && `/api/invitations/${grant.invitation_id}`,
    expiresAt: grant.expires_at,
  };
}
