import { CodedError, existing, invalidField } from '@diorama/shared/contract/errors.ts';
import type { Invitation } from '@diorama/shared/contract/invitations.ts';
import { isRoleFor, type Role, type Subject } from '@diorama/shared/domain/roles.ts';
import { authorizeHidden } from '@diorama/shared/policy/account.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findAccountFacts } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import { findInvitation, type InvitationRow } from '@diorama/shared/server/workspaces/invitations.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Urls } from '../../web/urls.ts';
import { serializeInvitation } from './serializer.ts';

/** The current state of an invitation. @throws CodedError `request.not-found` when it was deleted meanwhile. */
export async function readInvitation(
  { db, urls }: { db: Knex; urls: Urls },
  id: string,
): Promise<Invitation> {
  const row = existing(await findInvitation(db, id));
  return serializeInvitation(urls, row);
}

/** An invitation of a workspace that the user manages. */
export async function loadManaged(db: Knex, id: string, actor: Actor): Promise<InvitationRow> {
  const row = existing(await findInvitation(db, id));
  const facts = await findAccountFacts(db, row.account_id, actor.userId);
  const isAddressee = !row.is_request && row.email === actor.email;
  const verdict = authorizeHidden('manage', facts);
  if (!verdict.allowed) {
    throw new CodedError(isAddressee ? 'security.not-allowed' : verdict.code);
  }
  return row;
}

/** An access request of the user, which they may withdraw. */
export async function loadOwnRequest(db: Knex, id: string, actor: Actor): Promise<InvitationRow | null> {
  const row = await findInvitation(db, id);
  return row?.is_request && row.created_by?.id === actor.userId ? row : null;
}

/** @throws CodedError `request.invalid` for a role that the subject does not have */
export function assertRole(subject: Subject, role: Role): void {
  if (!isRoleFor(subject, role)) {
    throw invalidField('role', 'invalid.role', { text: `rule.role.${subject}` });
  }
}
