import {
  assertFound,
  CodedError,
  existing,
  invalidField,
  type ViolationText,
} from '../../contract/errors.ts';
import { isRoleFor, ROLE, type Role, SUBJECTS, type Subject } from '../../domain/roles.ts';
import type { Knex } from '../db/knex.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { grantRole, listOwn, notifyPerson, revokeAllGrants, revokeGrant } from './grants.queries.ts';
import { type GrantRow, listGrants, type MemberRow } from './members.queries.ts';

/** Changes to a member; absent lists stay as they are. */
export type MemberChange = { role?: Role | undefined; grants?: GrantChange[] | undefined } & {
  [Key in Subject]?: string[] | undefined;
};
/** A new role on one entity. */
export type GrantChange = { subject: Subject; id: string; role: Role };

/**
 * Member of an address in a workspace, created where there is none. Requires the workspace's lock.
 * @returns the member's id: the user's, if one with that address has joined, else that of the address.
 */
export async function ensureMember(trx: Knex, accountId: string, email: string): Promise<string> {
  const joined = await trx('members as m')
    .join('users as u', 'u.id', 'm.user_id')
    .where({ 'm.account_id': accountId, 'u.email': email })
    .first('m.id');
  if (joined) {
    return joined.id;
  }
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `insert into members (account_id, email) values (?, ?)
     on conflict (account_id, email) where user_id is null do update set email = excluded.email returning id`,
    [accountId, email],
  );
  const [row] = rows;
  if (!row) {
    throw new Error('A member was not written');
  }
  return row.id;
}

/**
 * Turns the member of an address into the member of a user, merged with an existing one of that user.
 * Requires the workspace's lock.
 * @returns the member's id.
 */
export async function joinMember(
  trx: Knex,
  join: { accountId: string; memberId: string; userId: string },
): Promise<string> {
  const known = await trx('members').where({ account_id: join.accountId, user_id: join.userId }).first('id');
  if (!known) {
    await trx('members').where({ id: join.memberId, user_id: null }).update({ user_id: join.userId });
    return join.memberId;
  }
  if (known.id !== join.memberId) {
    await trx('invitations').where({ member_id: join.memberId }).update({ member_id: known.id });
    await trx('members').where({ id: join.memberId, user_id: null }).delete();
  }
  return known.id;
}

/** Removes a member from the workspace with all grants and invitations. Requires its lock. */
export async function removeMember(trx: Knex, member: MemberRow): Promise<void> {
  const { account_id: accountId, user_id: userId } = member;
  if (userId !== null) {
    const grants = (await listGrants(trx, [member.id])).filter(({ state }) => state === 'accepted');
    await revokeAllGrants(trx, accountId, userId);
    for (const subject of SUBJECTS) {
      await notifyPerson(trx, { accountId, userId, subject, ids: idsOf(grants, subject) });
    }
  }
  await trx('members').where({ id: member.id }).delete();
  await recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
}

/**
 * Changes the grants of a member or, before joining, the invitations. Requires the workspace's lock.
 * @param isOwnRequest - whether the member makes the request, who may only revoke grants
 * @throws CodedError `request.not-found` for entities of other workspaces, `request.invalid`,
 * `security.not-allowed`.
 */
export async function changeMember(
  trx: Knex,
  member: MemberRow,
  request: { change: MemberChange; isOwnRequest: boolean },
): Promise<void> {
  const grants = await listGrants(trx, [member.id]);
  const grantsRoles = request.change.role !== undefined || request.change.grants !== undefined;
  if (request.isOwnRequest && (grantsRoles || addsAnything(grants, request.change))) {
    throw new CodedError('security.not-allowed');
  }
  assertRoleFits(request.change, grants, member.user_id !== null);
  if (member.user_id === null) {
    await changeInvited(trx, member, request.change, grants);
  } else {
    await changeJoined(trx, { ...member, user_id: member.user_id }, request.change, grants);
  }
  await recordLive(trx, {
    topic: 'account',
    id: member.account_id,
    type: 'updated',
    accountId: member.account_id,
  });
}

async function changeJoined(
  trx: Knex,
  member: MemberRow & { user_id: string },
  change: MemberChange,
  grants: readonly GrantRow[],
): Promise<void> {
  const { account_id: accountId, user_id: userId } = member;
  const accepted = grants.filter(({ state }) => state === 'accepted');
  const hasLists = SUBJECTS.some((subject) => change[subject] !== undefined);
  for (const subject of SUBJECTS) {
    const before = idsOf(accepted, subject);
    const after = change[subject] ?? before;
    const lost = before.filter((id) => !after.includes(id));
    const added = after.filter((id) => !before.includes(id));
    const target = { accountId, userId, subject };
    if (added.length > 0 && (await listOwn(trx, { ...target, ids: added })).length < added.length) {
      throw new CodedError('request.not-found');
    }
    await revokeGrant(trx, { ...target, ids: lost });
    const roleApplies = change.role !== undefined && (!hasLists || change[subject] !== undefined);
    if (change.role !== undefined && roleApplies && isRoleFor(subject, change.role)) {
      await grantRole(trx, { ...target, ids: after, role: change.role, keepStronger: false });
      await notifyPerson(trx, { ...target, ids: after });
    } else {
      await grantRole(trx, { ...target, ids: added, role: usualRole(subject, accepted), keepStronger: true });
      await notifyPerson(trx, { ...target, ids: added });
    }
    await notifyPerson(trx, { ...target, ids: lost });
  }
  for (const { subject, id, role } of change.grants ?? []) {
    assertFound(idsOf(await listAccepted(trx, member.id), subject).includes(id));
    const target = { accountId, userId, subject, ids: [id] };
    await grantRole(trx, { ...target, role, keepStronger: false });
    await notifyPerson(trx, target);
  }
}

async function listAccepted(trx: Knex, memberId: string): Promise<GrantRow[]> {
  return (await listGrants(trx, [memberId])).filter(({ state }) => state === 'accepted');
}

async function changeInvited(
  trx: Knex,
  member: MemberRow,
  change: MemberChange,
  grants: readonly GrantRow[],
): Promise<void> {
  for (const { subject, id, role } of change.grants ?? []) {
    const named = existing(grants.find((grant) => grant.subject === subject && grant.entity_id === id));
    await trx('invitations').where({ id: named.invitation_id }).update({ role });
  }
  for (const subject of SUBJECTS) {
    const list = change[subject];
    if (list !== undefined) {
      if (list.some((id) => !idsOf(grants, subject).includes(id))) {
        throw invalid(subject, 'rule.role.joined');
      }
      await trx.raw(
        `update invitations set entity_ids = array(select id from unnest(entity_ids) as e (id) where id = any (?::uuid[]))
         where member_id = ? and subject = ? and accepted_at is null and not is_request and entity_ids && ?::uuid[]`,
        [list, member.id, subject, list],
      );
      await trx.raw(
        `delete from invitations where member_id = ? and subject = ? and accepted_at is null and not is_request
           and not entity_ids && ?::uuid[]`,
        [member.id, subject, list],
      );
    }
    if (change.role !== undefined && isRoleFor(subject, change.role)) {
      await trx('invitations')
        .where({ member_id: member.id, subject, accepted_at: null, is_request: false })
        .update({ role: change.role });
    }
  }
}

function idsOf(grants: readonly GrantRow[], subject: Subject): string[] {
  return grants.filter((grant) => grant.subject === subject).map((grant) => grant.entity_id);
}

function addsAnything(grants: readonly GrantRow[], change: MemberChange): boolean {
  const accepted = grants.filter(({ state }) => state === 'accepted');
  return SUBJECTS.some((subject) => change[subject]?.some((id) => !idsOf(accepted, subject).includes(id)));
}

/** Default role for an additional entity: the role on others, else the weakest. */
function usualRole(subject: Subject, grants: readonly GrantRow[]): Role {
  if (subject === 'accounts') {
    return ROLE.guest;
  }
  return grants.some((grant) => grant.role === ROLE.edit) ? ROLE.edit : ROLE.view;
}

/** A role must be valid for its entities: the listed ones, or else some of the existing ones. */
function assertRoleFits(change: MemberChange, grants: readonly GrantRow[], hasJoined: boolean): void {
  const { role } = change;
  if (role === undefined) {
    return;
  }
  const listed = SUBJECTS.filter((subject) => change[subject] !== undefined);
  const held = grants.filter(({ state }) => state === 'accepted' || !hasJoined);
  const fits =
    listed.length > 0
      ? listed.every((subject) => isRoleFor(subject, role))
      : held.some((grant) => isRoleFor(grant.subject, role));
  if (!fits) {
    throw invalid('role', 'rule.role.shared');
  }
}

function invalid(propertyPath: string, text: ViolationText): CodedError {
  return invalidField(propertyPath, `invalid.${propertyPath}`, { text });
}
