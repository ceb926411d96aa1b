import { z } from 'zod';
import { isRoleFor, PERMISSIONS, SUBJECTS } from '../domain/roles.ts';
import { defineRoutes } from './define.ts';
import { iri, time, userRef } from './fields.ts';
import { collection, listQuery, queryFlag, ref, resource } from './hydra.ts';
import { ruleText } from './rule-text.ts';

export const role = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
export const permission = z.enum(PERMISSIONS);

/** One entity that a member has access to or is invited to. */
export const grant = z.object({
  '@id': iri,
  subject: z.enum(SUBJECTS),
  name: z.string(),
  role,
  permission,
  state: z.enum(['accepted', 'pending', 'expired', 'declined']),
  /** The pending invitation. */
  invitation: iri.nullable(),
  expiresAt: time.nullable(),
});
export type Grant = z.output<typeof grant>;

/** A person of a workspace, or an invited address. The owner is not a member. */
export const member = resource('Member', {
  account: iri,
  user: userRef.nullable(),
  role,
  permission,
  extra: z.object({ email: z.string(), pending: z.boolean() }),
  compositions: z.array(iri),
  projects: z.array(iri),
  accounts: z.array(iri),
  grants: z.array(grant),
  createdAt: time,
});
export type Member = z.output<typeof member>;

/** Maximum number of grants in one request. */
const MAX_SHARED = 1_000;
/** Maximum number of members removed in one request. */
const MAX_REVOKED = 500;
/** A grant in a change request: the entity and its new role. */
const grantChange = z
  .object({ '@id': iri.max(200), role })
  .transform(({ '@id': named, role: next }, context) => {
    const [, subject, id] = /^\/api\/(compositions|projects|accounts)\/([^/]+)$/.exec(named) ?? [];
    const uuid = z.uuid().safeParse(id);
    const known = SUBJECTS.find((one) => one === subject);
    if (known === undefined || !uuid.success || !isRoleFor(known, next)) {
      context.addIssue({ code: 'custom', path: ['role'], message: ruleText('rule.role') });
      return z.NEVER;
    }
    return { subject: known, id: uuid.data, role: next };
  });
const shared = z.array(ref).max(MAX_SHARED).optional();

export const memberRoutes = defineRoutes({
  listMembers: {
    route: 'GET /api/members',
    summary: "Lists the members of workspaces that the user manages, and the user's own memberships.",
    query: z.object({
      ...listQuery,
      'account.uuid': ref.optional(),
      compositions: ref.optional(),
      projects: ref.optional(),
      'compositions.createdBy.uuid': ref.optional(),
      name: z.string().max(200).optional(),
      pending: queryFlag.optional(),
    }),
    response: collection(member.partial().required({ '@id': true, '@type': true, uuid: true })),
  },
  getMember: {
    route: 'GET /api/members/{id}',
    summary: 'Returns a member.',
    response: member,
    errors: ['request.not-found'],
  },
  patchMember: {
    route: 'PATCH /api/members/{id}',
    summary: 'Replaces the roles and shared items of a member. Members may only remove their own access.',
    body: z.object({
      role: role.optional(),
      compositions: shared,
      projects: shared,
      accounts: shared,
      grants: z.array(grantChange).max(MAX_SHARED).optional(),
    }),
    response: member,
    errors: ['request.not-found', 'request.invalid', 'security.not-allowed', 'security.account.suspended'],
  },
  deleteMember: {
    route: 'DELETE /api/members/{id}',
    summary: 'Removes a member from a workspace and all of its contents.',
    status: 204,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  revokeMembers: {
    route: 'POST /api/members/revoke',
    summary: 'Removes several members, all or none.',
    body: z.object({ members: z.array(ref).min(1).max(MAX_REVOKED) }),
    response: z.object({ revoked: z.array(iri) }),
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
});
