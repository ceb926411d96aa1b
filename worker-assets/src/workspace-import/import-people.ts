import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { ArchivedPerson } from '@diorama/shared/contract/workspace-archive.ts';
import { ROLE, type Role, type Subject } from '@diorama/shared/domain/roles.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findMailbox } from '@diorama/shared/server/people/mailboxes.ts';
import { countRecentInvitations } from '@diorama/shared/server/workspaces/import-rows.queries.ts';
import { createInvitation } from '@diorama/shared/server/workspaces/invitation-changes.queries.ts';
import { mailInvitation } from '@diorama/shared/server/workspaces/invitation-mail.ts';
import { findInvitation } from '@diorama/shared/server/workspaces/invitations.queries.ts';
import type { Target } from './import-files.ts';

/** Invitations of a workspace a day; the limit of the API. */
const MAX_A_DAY = 100;

type Grant = { subject: Subject; role: Role; ids: string[] };
type Places = { scenes: ReadonlyMap<string, string>; projects: ReadonlyMap<string, string> };

/**
 * Invites the people of an archive by mail. They get no rights before they accept. A user with an
 * unconfirmed address sends no mails, as the archive may name anyone.
 * @returns the people who were invited, and those who were not
 */
export async function invitePeople(
  deps: { db: Knex; publicUrl: string },
  { people, places, target }: { people: readonly ArchivedPerson[]; places: Places; target: Target },
): Promise<{ invited: number; leftOut: number }> {
  const { db } = deps;
  const others = people.filter(({ email }) => email !== target.user.email);
  const sender = await findMailbox(db, { id: target.user.id });
  let room = sender?.isConfirmed ? MAX_A_DAY - (await countRecentInvitations(db, target.accountId)) : 0;
  let [invited, leftOut] = [0, 0];
  for (const person of others) {
    const grants = grantsOf(person, places, target.accountId);
    if (grants.length === 0) {
      continue;
    }
    if (grants.length > room) {
      leftOut += 1;
      continue;
    }
    let isNew = false;
    for (const grant of grants) {
      const wasSent = await invite(deps, { email: person.email, grant, target, sender: sender?.name ?? '' });
      room -= wasSent ? 1 : 0;
      isNew ||= wasSent;
    }
    invited += isNew ? 1 : 0;
  }
  return { invited, leftOut };
}

/** The access of a person: to the workspace, else to projects and scenes by role. */
function grantsOf({ role, projects, scenes }: ArchivedPerson, places: Places, accountId: string): Grant[] {
  const grants: Grant[] = [];
  if (role === 'owner' || role === 'admin') {
    return [{ subject: 'accounts', role: ROLE.admin, ids: [accountId] }];
  }
  if (role === 'guest') {
    grants.push({ subject: 'accounts', role: ROLE.guest, ids: [accountId] });
  }
  for (const [subject, list, known] of [
    ['projects', projects, places.projects],
    ['compositions', scenes, places.scenes],
  ] as const) {
    for (const word of ['edit', 'view'] as const) {
      const ids = list.flatMap((grant) => (grant.role === word ? (known.get(grant.id) ?? []) : []));
      if (ids.length > 0) {
        grants.push({ subject, role: ROLE[word], ids });
      }
    }
  }
  return grants;
}

/** @returns false for someone who has access or an invitation already */
async function invite(
  { db, publicUrl }: { db: Knex; publicUrl: string },
  { email, grant, target, sender }: { email: string; grant: Grant; target: Target; sender: string },
): Promise<boolean> {
  try {
    await db.transaction(async (trx) => {
      const { subject, role, ids: entityIds } = grant;
      const { accountId, user } = target;
      const id = await createInvitation(trx, {
        accountId,
        email,
        role,
        subject,
        entityIds,
        createdBy: user.id,
      });
      const invitation = await findInvitation(trx, id);
      if (invitation) {
        const by = { name: sender, isEmailConfirmed: true };
        const urls = { absolute: (path: string) => publicUrl + path };
        await mailInvitation(trx, urls, { invitation, by, saysNames: true });
      }
    });
    return true;
  } catch (error) {
    if (error instanceof CodedError && error.code === 'invitation.duplicate') {
      return false;
    }
    throw error;
  }
}
