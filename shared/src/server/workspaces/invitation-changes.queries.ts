import { randomUUID } from 'node:crypto';
import { assertFound, CodedError, existing } from '../../contract/errors.ts';
import type { Role, Subject } from '../../domain/roles.ts';
import { authorizeAcceptance } from '../../policy/member.ts';
import type { Knex } from '../db/knex.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { notifyAfterCommit } from '../delivery/notify-after-commit.ts';
import { lockAccount } from '../storage/storage.queries.ts';
import { grantRole, notifyPerson } from './grants.queries.ts';
import { findInvitation, type InvitationRow } from './invitations.queries.ts';
import { ensureMember, joinMember } from './member-changes.queries.ts';

/** Validity of an invitation. */
const INVITATION_DAYS = 7;
/** Validity of a request for access. */
export const REQUEST_DAYS = 30;
/** Days after which closed ones are deleted. */
const KEEP_DAYS = 90;

/** A new invitation. */
export type NewInvitation = {
  accountId: string;
  email: string;
  role: Role;
  subject: Subject;
  entityIds: readonly string[];
  createdBy: string;
};

/**
 * Invites an address. Expired or declined invitations to the same entities are replaced.
 * @returns the invitation's id. It is the secret of the link in the mail, so it is fully random, unlike other
 * keys.
 * @throws CodedError `invitation.duplicate` for the owner, and for an address that is invited or has access
 * already.
 */
export async function createInvitation(trx: Knex, invitation: NewInvitation): Promise<string> {
  await lockAccount(trx, invitation.accountId);
  if (await isDuplicate(trx, invitation)) {
    throw new CodedError('invitation.duplicate', {
      violations: [{ propertyPath: 'email', code: 'invitation.duplicate' }],
    });
  }
  const memberId = await ensureMember(trx, invitation.accountId, invitation.email);
  await trx.raw(
    `delete from invitations where member_id = ? and subject = ? and accepted_at is null and not is_request
       and entity_ids && ?::uuid[]`,
    [memberId, invitation.subject, [...invitation.entityIds]],
  );
  const id = randomUUID();
  await trx.raw(
    `insert into invitations
       (id, account_id, member_id, email, role, subject, entity_ids, created_by, mailed_at, expires_at)
     values (?, ?, ?, ?, ?, ?, ?::uuid[], ?, now(), now() + make_interval(days => ?))`,
    [
      id,
      invitation.accountId,
      memberId,
      invitation.email,
      invitation.role,
      invitation.subject,
      [...invitation.entityIds],
      invitation.createdBy,
      INVITATION_DAYS,
    ],
  );
  await recordLive(trx, { topic: 'invitation', id, type: 'created', accountId: invitation.accountId });
  return id;
}

/**
 * Whether the address is the owner's or an admin's, has access to one of the entities, or is invited to one.
 */
async function isDuplicate(trx: Knex, invitation: NewInvitation): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { found: boolean }[] }>(
    `with person as (select id from users where email = :email and deleted_at is null)
     select exists (select 1 from accounts a join person on person.id = a.owner_id where a.id = :accountId)
       or exists (select 1 from account_members m join person on person.id = m.user_id
         where m.account_id = :accountId and (m.role = 'admin' or :subject = 'accounts'))
       or (:subject = 'projects' and exists (select 1 from project_members m join person on person.id = m.user_id
         where m.project_id = any (:ids::uuid[])))
       or (:subject = 'compositions' and exists (select 1 from composition_members m
         join person on person.id = m.user_id where m.composition_id = any (:ids::uuid[])))
       or exists (select 1 from invitations i where i.account_id = :accountId and i.email = :email
         and i.subject = :subject and i.entity_ids && :ids::uuid[] and not i.is_request
         and i.accepted_at is null and i.declined_at is null and i.expires_at > now()) as found`,
    {
      email: invitation.email,
      accountId: invitation.accountId,
      subject: invitation.subject,
      ids: [...invitation.entityIds],
    },
  );
  return rows[0]?.found === true;
}

/**
 * Accepts an invitation for a user: exactly one of several concurrent attempts succeeds.
 * @returns the invitation before the change.
 * @throws CodedError `request.not-found`, and the errors of the policy.
 */
export async function acceptInvitation(
  trx: Knex,
  by: { id: string; userId: string; email: string },
): Promise<InvitationRow> {
  const invitation = await lockInvitation(trx, by.id);
  assertFound(!invitation.is_request);
  const verdict = authorizeAcceptance({
    state: invitation.state,
    isAddressee: invitation.email === by.email,
    isActive: invitation.account_is_active,
  });
  if (!verdict.allowed) {
    throw new CodedError(verdict.code);
  }
  await grantAccess(trx, invitation, { userId: by.userId, role: invitation.role });
  return invitation;
}

/**
 * Accepts a request for access.
 * @throws CodedError `request.not-found`, `auth.link-expired` when it was answered before.
 */
export async function acceptRequest(
  trx: Knex,
  answer: { id: string; role: Role | undefined },
): Promise<InvitationRow> {
  const request = await lockInvitation(trx, answer.id);
  assertFound(request.is_request && request.created_by !== null);
  if (request.state !== 'open') {
    throw new CodedError('auth.link-expired');
  }
  const role = answer.role ?? request.role;
  await trx('invitations').where({ id: request.id }).update({ role });
  await grantAccess(trx, request, { userId: request.created_by.id, role });
  return request;
}

/** Declines an invitation. @throws CodedError `request.not-found`, `auth.link-expired` when it is closed. */
export async function declineInvitation(trx: Knex, id: string): Promise<void> {
  const invitation = await lockInvitation(trx, id);
  assertFound(!invitation.is_request);
  if (invitation.state !== 'open') {
    throw new CodedError('auth.link-expired');
  }
  await trx('invitations').where({ id }).update({ declined_at: trx.fn.now() });
  await notifyManagers(trx, invitation, 'updated');
}

/** Reopens an invitation for seven days. @throws CodedError `auth.link-expired` when it was accepted. */
export async function reopenInvitation(trx: Knex, id: string): Promise<InvitationRow> {
  const invitation = await lockInvitation(trx, id);
  if (invitation.is_request || invitation.state === 'accepted') {
    throw new CodedError('auth.link-expired');
  }
  await trx.raw(
    `update invitations set declined_at = null, expired_at = null, mailed_at = now(),
       expires_at = now() + make_interval(days => ?) where id = ?`,
    [INVITATION_DAYS, id],
  );
  await notifyManagers(trx, invitation, 'updated');
  return invitation;
}

/** Changes the role of a pending invitation. @throws CodedError `auth.link-expired` when it was accepted. */
export async function changeInvitation(trx: Knex, id: string, role: Role): Promise<void> {
  const invitation = await lockInvitation(trx, id);
  if (invitation.state === 'accepted') {
    throw new CodedError('auth.link-expired');
  }
  await trx('invitations').where({ id }).update({ role });
  await notifyManagers(trx, invitation, 'updated');
}

/**
 * Deletes an invitation. A request stays as refused, so that repeated requests do not mail the owner every
 * time.
 */
export async function deleteInvitation(trx: Knex, id: string): Promise<InvitationRow> {
  const invitation = await lockInvitation(trx, id);
  if (invitation.is_request) {
    await trx('invitations').where({ id }).update({ declined_at: trx.fn.now() });
  } else {
    await trx('invitations').where({ id }).delete();
    await forgetUninvited(trx, invitation.account_id);
  }
  await notifyManagers(trx, invitation, 'deleted');
  return invitation;
}

/** A user's request for access. */
export type AccessRequest = {
  id: string;
  accountId: string;
  userId: string;
  email: string;
  subject: Subject;
  entityId: string;
  role: Role;
};

/**
 * Stores a request for access, or reopens an answered one.
 * @returns whether to mail the owner: once a day.
 */
export async function requestAccess(trx: Knex, request: AccessRequest): Promise<boolean> {
  await lockAccount(trx, request.accountId);
  const { rows } = await trx.raw<{ rows: { is_new: boolean }[] }>(
    `insert into invitations
       (id, account_id, email, role, subject, entity_ids, is_request, created_by, mailed_at, expires_at)
     values (?, ?, ?, ?, ?, ?::uuid[], true, ?, now(), now() + make_interval(days => ?))
     on conflict (id) do update set created_at = now(), mailed_at = now(), expires_at = excluded.expires_at,
       email = excluded.email, role = excluded.role, accepted_at = null, accepted_by = null, declined_at = null,
       expired_at = null
     where invitations.mailed_at < now() - interval '24 hours'
     returning xmax = 0 as is_new`,
    [
      request.id,
      request.accountId,
      request.email,
      request.role,
      request.subject,
      [request.entityId],
      request.userId,
      REQUEST_DAYS,
    ],
  );
  if (rows.length > 0) {
    await recordLive(trx, {
      topic: 'invitation',
      id: request.id,
      type: 'created',
      accountId: request.accountId,
    });
  }
  return rows.length > 0;
}

/**
 * Closes expired invitations, notifies the clients that show them, and deletes those that were closed long
 * ago.
 * @returns the number of closed ones.
 */
export async function sweepInvitations(trx: Knex): Promise<number> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `with due as (
       update invitations set expired_at = now()
       where accepted_at is null and declined_at is null and expired_at is null and expires_at <= now()
       returning id, account_id
     )
     insert into live_events (topic, resource_id, type, account_id)
     select 'invitation', id, 'updated', account_id from due returning 1`,
  );
  notifyAfterCommit(trx, 'live');
  await trx.raw(
    `delete from invitations where accepted_at is null and expires_at < now() - make_interval(days => ?)`,
    [KEEP_DAYS],
  );
  await forgetUninvited(trx, null);
  return rows.length;
}

/** Reads an invitation under its workspace's lock, which every change of members takes. */
async function lockInvitation(trx: Knex, id: string): Promise<InvitationRow> {
  const found = await findInvitation(trx, id);
  if (found) {
    await lockAccount(trx, found.account_id);
  }
  const invitation = existing(found && (await findInvitation(trx, id)));
  return invitation;
}

async function grantAccess(
  trx: Knex,
  invitation: InvitationRow,
  person: { userId: string; role: Role },
): Promise<void> {
  const { account_id: accountId, subject } = invitation;
  const target = { accountId, subject, userId: person.userId, ids: invitation.entities.map(({ id }) => id) };
  const memberId =
    invitation.member_id &&
    (await joinMember(trx, { accountId, memberId: invitation.member_id, userId: person.userId }));
  await grantRole(trx, { ...target, role: person.role, keepStronger: true });
  const joined = await trx('members').where({ account_id: accountId, user_id: person.userId }).first('id');
  await trx('invitations')
    .where({ id: invitation.id })
    .update({
      accepted_at: trx.fn.now(),
      accepted_by: person.userId,
      member_id: memberId ?? joined?.id ?? null,
    });
  await notifyPerson(trx, target);
  await notifyManagers(trx, invitation, 'updated');
  await recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
}

function notifyManagers(
  trx: Knex,
  { id, account_id: accountId }: InvitationRow,
  type: 'updated' | 'deleted',
): Promise<void> {
  return recordLive(trx, { topic: 'invitation', id, type, accountId });
}

/** Deletes members without a user and without an invitation. */
async function forgetUninvited(trx: Knex, accountId: string | null): Promise<void> {
  await trx.raw(
    `delete from members m where m.user_id is null and (?::uuid is null or m.account_id = ?)
       and not exists (select 1 from invitations i where i.member_id = m.id)`,
    [accountId, accountId],
  );
}
