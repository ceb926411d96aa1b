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
      'Changes what is known of oneself; a new address counts once its mail is confirmed. Asks for `proof` before a new address and before it connects Google.',
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
    summary: "Deletes oneself with one's own workspaces; asks for the password, or for a fresh ID token.",
    status: 204,
    body: selfProof,
    errors: ['request.not-found', 'auth.google.rejected'],
    limit: 'reset',
  },
  exportUser: {
    route: 'POST /api/users/export',
    summary: "Gathers all of one's data; a mail brings the link when it is ready.",
    status: 202,
    limit: 'reset',
  },
  downloadExport: {
    route: 'GET /api/exports/{token}',
    auth: 'none',
    summary: "The archive of one's data, by the link of its mail, for a week.",
    params: z.object({ token: mailToken }),
    errors: ['auth.link-expired'],
  },
  confirmEmail: {
    route: 'PATCH /api/users/email-confirmation/{userUuid}',
    auth: 'none',
    summary: 'Confirms an address by the link of its mail, once.',
    params: z.object({ userUuid: z.uuid() }),
    body: z.object({ token: mailToken }),
    response: z.object({ email: z.string(), purpose: z.enum(['sign-up', 'change']) }),
    errors: ['auth.link-expired', 'user.email.taken'],
    limit: 'reset',
  },
  listSessions: {
    route: 'GET /api/sessions',
    summary: 'Where one is signed in, the session last used first.',
    response: collection(sessionItem),
  },
  endSession: {
    route: 'DELETE /api/sessions/{id}',
    summary: 'Signs out one of the browsers one is signed in with.',
    status: 204,
    errors: ['request.not-found'],
  },
  endSessions: {
    route: 'DELETE /api/sessions',
    summary: 'Signs out everywhere, here as well.',
    status: 204,
  },
  getSession: {
    route: 'GET /api/sessions/{id}',
    summary: 'A browser that the person is signed in with.',
    response: sessionItem,
    errors: ['request.not-found'],
  },
  getUser: {
    route: 'GET /api/users/{id}',
    summary: 'A person as those see them who share a workspace with them.',
    response: userRef,
    errors: ['request.not-found'],
  },
});
