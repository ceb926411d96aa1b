import { z } from 'zod';
import { isRoleFor, SUBJECTS, type Subject } from '../domain/roles.ts';
import { defineRoutes } from './define.ts';
import { email, iri, time, userRef } from './fields.ts';
import { collection, listQuery, queryFlag, ref, resource } from './hydra.ts';
import { permission, role } from './members.ts';
import { ruleText } from './rule-text.ts';

const entity = z.object({ '@id': iri, name: z.string(), thumbnail: z.string().nullable() });

/**
 * An invitation or, with `request`, a request for access. `entity` is the first of `entities`. A request
 * shows its author neither the workspace nor any name.
 */
export const invitation = resource('Invitation', {
  accepted: z.boolean(),
  declined: z.boolean(),
  expiresAt: time,
  account: iri.nullable(),
  name: z.string(),
  email: z.string(),
  /** Whether the address of the person who asks or has accepted is confirmed. */
  isEmailConfirmed: z.boolean(),
  role,
  permission,
  subject: z.enum(SUBJECTS),
  entity,
  entities: z.array(entity),
  createdBy: userRef.nullable(),
  member: iri.nullable(),
  request: z.boolean(),
  createdAt: time,
});
export type Invitation = z.output<typeof invitation>;

/** Maximum number of entities in one invitation. */
const MAX_ENTITIES = 50;
const entities = z.array(ref).min(1).max(MAX_ENTITIES).optional();

const newInvitation = z
  .object({ email, role, compositions: entities, projects: entities, accounts: entities })
  .transform(({ compositions, projects, accounts, ...rest }, context) => {
    const lists = { compositions, projects, accounts };
    const named = SUBJECTS.filter((subject) => lists[subject] !== undefined);
    const [subject] = named;
    const ids = [...new Set(subject ? lists[subject] : [])];
    if (subject === undefined || named.length > 1 || (subject === 'accounts' && ids.length > 1)) {
      context.addIssue({
        code: 'custom',
        path: [subject ?? 'compositions'],
        message: ruleText('rule.one-subject'),
      });
      return z.NEVER;
    }
    if (!isRoleFor(subject, rest.role)) {
      context.addIssue({ code: 'custom', path: ['role'], message: ruleText(`rule.role.${subject}`) });
      return z.NEVER;
    }
    return { ...rest, subject, entityIds: ids };
  });

/** Entity types that a request for access may name. */
const REQUEST_TYPES: Record<string, Subject> = {
  composition: 'compositions',
  compositions: 'compositions',
  scene: 'compositions',
  project: 'projects',
  projects: 'projects',
  account: 'accounts',
  accounts: 'accounts',
};

const requestType = z
  .string()
  .max(40)
  .transform((value, context) => {
    const subject = Object.hasOwn(REQUEST_TYPES, value) ? REQUEST_TYPES[value] : undefined;
    if (subject === undefined) {
      context.addIssue({ code: 'custom', message: ruleText('rule.request-type') });
      return z.NEVER;
    }
    return subject;
  });

export const invitationRoutes = defineRoutes({
  createInvitation: {
    route: 'POST /api/invitations',
    summary: 'Invites an address to scenes, projects or a workspace. Valid for seven days.',
    status: 201,
    body: newInvitation,
    response: invitation,
    errors: [
      'request.not-found',
      'security.not-allowed',
      'security.account.suspended',
      'security.account.overflown_storage',
      'invitation.duplicate',
      'invitation.limit',
    ],
    limit: 'invitations',
  },
  listInvitations: {
    route: 'GET /api/invitations',
    summary: 'Lists the invitations and access requests of workspaces that the user manages, newest first.',
    query: z.object({
      ...listQuery,
      'account.uuid': ref.optional(),
      compositions: ref.optional(),
      projects: ref.optional(),
      pending: queryFlag.optional(),
      request: queryFlag.optional(),
    }),
    response: collection(invitation.partial().required({ '@id': true, '@type': true, uuid: true })),
  },
  getInvitation: {
    route: 'GET /api/invitations/{id}',
    auth: 'optional',
    summary: 'Returns an invitation, as shown to anyone with its link.',
    response: invitation,
    errors: ['request.not-found'],
  },
  patchInvitation: {
    route: 'PATCH /api/invitations/{id}',
    summary: 'Changes the role of a pending invitation.',
    body: z.object({ role: role.optional() }),
    response: invitation,
    errors: ['request.not-found', 'request.invalid', 'security.not-allowed', 'auth.link-expired'],
  },
  deleteInvitation: {
    route: 'DELETE /api/invitations/{id}',
    summary: 'Withdraws an invitation, or declines an access request.',
    status: 204,
    errors: ['request.not-found', 'security.not-allowed'],
  },
  acceptInvitation: {
    route: 'PATCH /api/invitations/accept/{id}',
    summary: 'Accepts an invitation, once, as the invited address.',
    response: invitation,
    errors: [
      'request.not-found',
      'auth.link-expired',
      'invitation.other-address',
      'security.account.suspended',
    ],
  },
  declineInvitation: {
    route: 'PATCH /api/invitations/decline/{id}',
    auth: 'none',
    summary: 'Declines an invitation. Only its link is required.',
    response: invitation,
    errors: ['request.not-found', 'auth.link-expired'],
  },
  resendInvitation: {
    route: 'POST /api/invitations/{id}/resend',
    summary: 'Resends an invitation and extends it by seven days.',
    response: invitation,
    errors: ['request.not-found', 'security.not-allowed', 'auth.link-expired', 'invitation.limit'],
    limit: 'invitations',
  },
  createAccessRequest: {
    route: 'POST /api/access-requests',
    summary:
      'Requests access from the owner of a workspace. The response is the same whether or not the resource exists.',
    status: 201,
    body: z.object({ type: requestType, uuid: ref }),
    response: invitation,
    errors: ['invitation.duplicate', 'invitation.limit'],
    limit: 'invitations',
  },
  acceptRequest: {
    route: 'PATCH /api/invitations/accept-request/{id}',
    summary: 'Grants an access request, optionally with another `role` than the default.',
    body: z.object({ role: role.optional() }),
    response: invitation,
    errors: [
      'request.not-found',
      'request.invalid',
      'auth.link-expired',
      'security.not-allowed',
      'security.account.suspended',
    ],
  },
});
