import { z } from 'zod';
import { idToken, newPassword, user } from './auth.ts';
import { defineRoutes } from './define.ts';
import { email, line, time, userRef } from './fields.ts';
import { collection, ref, resource } from './hydra.ts';

/** A valid session, as its user sees it. */
export const sessionItem = resource('Session', {
  /** User agent of the browser. */
  agent: z.string(),
  createdAt: time,
  lastUsedAt: time,
  expiresAt: time,
  remember: z.boolean(),
  /** Whether the session is that of this request. */
  isCurrent: z.boolean(),
});
export type SessionItem = z.output<typeof sessionItem>;

/**
 * Proof that the holder of the session is its user: the password, or a fresh ID token of the connected Google
 * account.
 */
const selfProof = z.object({ password: z.string().max(200).nullish(), idToken: idToken.nullish() });
export type SelfProof = z.output<typeof selfProof>;

const mailToken = z.string().min(1).max(200);

export const userRoutes = defineRoutes({
  updateUser: {
    route: 'PATCH /api/users/{id}',
    summary:
      'Updates the current user. A new address applies after its confirmation. A new address or a Google connection requires `proof`.',
    body: z.object({
      name: line(80).optional(),
      lastName: line(80).nullable().optional(),
      locale: z.string().max(35).optional(),
      timezone: z.string().max(64).nullable().optional(),
      type: z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
      avatar: ref.nullable().optional(),
      email: email.optional(),
      password: z.object({ current: z.string().min(1).max(200), next: newPassword }).optional(),
      google: z.object({ idToken }).nullable().optional(),
      proof: selfProof.optional(),
    }),
    response: user,
    errors: ['request.not-found', 'locale.unsupported', 'auth.google.rejected', 'security.not-allowed'],
  },
  deleteUser: {
    route: 'DELETE /api/users/{id}',
    summary: 'Deletes the current user and their workspaces. Requires the password or a fresh ID token.',
    status: 204,
    body: selfProof,
    errors: ['request.not-found', 'auth.google.rejected'],
    limit: 'reset',
  },
  exportUser: {
    route: 'POST /api/users/export',
    summary: 'Exports all data of the current user. The link is emailed when the archive is ready.',
    status: 202,
    limit: 'reset',
  },
  downloadExport: {
    route: 'GET /api/exports/{token}',
    auth: 'none',
    summary: 'Downloads a data export by its emailed link, for seven days.',
    params: z.object({ token: mailToken }),
    errors: ['auth.link-expired'],
  },
  confirmEmail: {
    route: 'PATCH /api/users/email-confirmation/{userUuid}',
    auth: 'none',
    summary: 'Confirms an email address by its emailed link, once.',
    params: z.object({ userUuid: z.uuid() }),
    body: z.object({ token: mailToken }),
    response: z.object({ email: z.string(), purpose: z.enum(['sign-up', 'change']) }),
    errors: ['auth.link-expired', 'user.email.taken'],
    limit: 'reset',
  },
  listSessions: {
    route: 'GET /api/sessions',
    summary: 'Lists the sessions of the current user, most recently used first.',
    response: collection(sessionItem),
  },
  endSession: {
    route: 'DELETE /api/sessions/{id}',
    summary: 'Ends one session of the current user.',
    status: 204,
    errors: ['request.not-found'],
  },
  endSessions: {
    route: 'DELETE /api/sessions',
    summary: 'Ends all sessions of the current user, including this one.',
    status: 204,
  },
  getSession: {
    route: 'GET /api/sessions/{id}',
    summary: 'Returns a session of the current user.',
    response: sessionItem,
    errors: ['request.not-found'],
  },
  getUser: {
    route: 'GET /api/users/{id}',
    summary: 'Returns a user, as shown to members of a shared workspace.',
    response: userRef,
    errors: ['request.not-found'],
  },
});
