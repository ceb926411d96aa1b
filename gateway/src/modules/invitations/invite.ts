import type { InputOf } from '@diorama/shared/contract/index.ts';
import {
  createInvitation,
  reopenInvitation,
} from '@diorama/shared/server/workspaces/invitation-changes.queries.ts';
import { mailInvitation } from '@diorama/shared/server/workspaces/invitation-mail.ts';
import { findInvitation, type InvitationRow } from '@diorama/shared/server/workspaces/invitations.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import { limitUnconfirmedMails } from '../../auth/limit-unconfirmed-mails.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { loadShareable } from './sharing.ts';

type InviteDeps = Pick<Deps, 'db' | 'limits'> & { urls: Urls };

/**
 * Invites an address to a workspace, projects or scenes by mail.
 * @returns the invitation's id
 * @throws CodedError `invitation.limit`, or according to the policy.
 */
export async function invite(
  deps: InviteDeps,
  actor: Actor,
  { email, role, subject, entityIds }: InputOf<'createInvitation'>['body'],
): Promise<string> {
  const accountId = await loadShareable(deps.db, { subject, ids: entityIds }, actor.userId);
  const saysNames = await countInvitation(deps, accountId, actor);
  const requested = { accountId, email, role, subject, entityIds, createdBy: actor.userId };
  return deps.db.transaction(async (trx) => {
    const id = await createInvitation(trx, requested);
    const invitation = await findInvitation(trx, id);
    if (invitation) {
      await mailInvitation(trx, deps.urls, { invitation, by: actor, saysNames });
    }
    return id;
  });
}

/** Opens an invitation again and mails it once more. @throws CodedError `invitation.limit` */
export async function inviteAgain(deps: InviteDeps, actor: Actor, row: InvitationRow): Promise<void> {
  const saysNames = await countInvitation(deps, row.account_id, actor);
  await deps.db.transaction(async (trx) => {
    const invitation = await reopenInvitation(trx, row.id);
    await mailInvitation(trx, deps.urls, { invitation, by: actor, saysNames });
  });
}

/** Counts an invitation of a workspace and its mail. @returns whether the mail may contain names */
async function countInvitation(deps: InviteDeps, accountId: string, actor: Actor): Promise<boolean> {
  await deps.limits.consume('invitations', accountId);
  return limitUnconfirmedMails(deps, actor);
}
