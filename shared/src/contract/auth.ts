import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { email, iri, line, time } from './fields.ts';
import { resource } from './hydra.ts';
import { ruleText } from './rule-text.ts';

/** Most campaign parameters of a sign-up. */
const MAX_UTM = 5;

export const accountRef = z.object({
  '@id': iri,
  uuid: z.uuid(),
  name: z.string(),
  logoUrl: z.string().nullable(),
  role: z.enum(['owner', 'admin', 'guest']),
  isActive: z.boolean(),
  hasCompletedOnboarding: z.boolean(),
});
export type AccountRef = z.output<typeof accountRef>;

export const user = resource('User', {
  name: z.string(),
  lastName: z.string().nullable(),
  email: z.string(),
  locale: z.string(),
  shortLocale: z.string(),
  timezone: z.string().nullable(),
  type: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  accounts: z.array(accountRef),
  socialCreated: z.boolean(),
  lastLogin: time.nullable(),
  avatarUrl: z.string().nullable(),
  avatarColor: z.string(),
  createdAt: time,
  isOperator: z.boolean(),
  /** Whether the user becomes an operator as soon as the address is confirmed. */
  isUnconfirmedOperator: z.boolean(),
  /** Whether the user can sign in with a password, and with Google. */
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
  isEmailConfirmed: z.boolean(),
  /** New address that has not been confirmed yet. */
  pendingEmail: z.string().nullable(),
});
export type User = z.output<typeof user>;

/** Response of every kind of sign-in. `notices` are codes of hints that did not stop the sign-in. */
export const session = z.object({
  token: z.string(),
  refresh_token: z.string(),
  user,
  notices: z.array(z.string()),
});
export type Session = z.output<typeof session>;

/** A newly chosen password. */
export const newPassword = z.string().min(8).max(200);

/** ID token returned by the Google sign-in button. */
export const idToken = z.string().min(1).max(8_000);

/** Context of a sign-up, such as language and referral. Unknown values never block the sign-up. */
const carried = {
  locale: z.string().max(35).nullish(),
  browserLocale: z.string().max(35).nullish(),
  collabScene: z.string().max(200).nullish(),
  invitation: z.string().max(200).nullish(),
  referrer: z.string().max(200).nullish(),
  plan: z.string().max(40).nullish(),
  toggleTrial: z.boolean().nullish(),
  utm: z
    .record(z.string().max(40), z.string().max(200))
    .refine((value) => Object.keys(value).length <= MAX_UTM, {
      error: ruleText('rule.at-most'),
      params: { count: MAX_UTM },
    })
    .meta({ maxProperties: MAX_UTM })
    .nullish(),
};

export const authRoutes = defineRoutes({
  login: {
    route: 'POST /api/login',
    auth: 'none',
    isServedReadOnly: true,
    summary: 'Logs in with email and password.',
    body: z.object({
      email: z.string().min(1).max(320),
      password: z.string().min(1).max(200),
      remember: z.boolean().default(false),
    }),
    response: session,
    errors: ['auth.wrong-credentials', 'auth.account-gone', 'security.blocked'],
    limit: 'sign-in',
  },
  signup: {
    route: 'POST /api/users/signup',
    auth: 'none',
    summary: 'Creates a user with one workspace on the Free plan, and logs them in.',
    status: 201,
    body: z.object({ email, password: newPassword, username: line(80), ...carried }),
    response: session,
    errors: ['user.email.taken', 'security.blocked'],
    limit: 'sign-up',
  },
  socialLogin: {
    route: 'POST /api/social-login',
    auth: 'none',
    summary: 'Logs in with a Google ID token. An existing account with the same address is linked.',
    body: z.object({ idToken, remember: z.boolean().default(false) }),
    response: session,
    errors: ['auth.google.unknown', 'auth.google.rejected', 'auth.account-gone', 'security.blocked'],
    limit: 'sign-in',
  },
  socialSignup: {
    route: 'POST /api/users/social-signup',
    auth: 'none',
    summary: 'Creates a user from a Google ID token, with a confirmed address, and logs them in.',
    status: 201,
    body: z.object({
      idToken,
      email: z.string().max(320).nullish(),
      username: z.string().max(320).nullish(),
      avatar: z.string().max(2_000).nullish(),
      ...carried,
    }),
    response: session,
    errors: ['user.email.taken', 'auth.google.rejected', 'security.blocked'],
    limit: 'sign-up',
  },
  refreshToken: {
    route: 'POST /api/token/refresh',
    auth: 'none',
    isServedReadOnly: true,
    summary: 'Exchanges a refresh token for a new token pair.',
    body: z.object({ refresh_token: z.string().min(1).max(400) }),
    response: z.object({ token: z.string(), refresh_token: z.string() }),
    errors: ['auth.session-expired'],
  },
  logout: {
    route: 'POST /api/users/logout',
    auth: 'none',
    isServedReadOnly: true,
    summary: 'Ends the session of a refresh token. Unknown tokens are ignored.',
    status: 204,
    body: z.object({ refresh_token: z.string().min(1).max(400) }),
  },
  requestPasswordReset: {
    route: 'POST /api/users/password-reset',
    auth: 'none',
    summary: 'Sends a password reset link if the address is known. The response is the same either way.',
    status: 202,
    body: z.object({ email }),
    limit: 'reset',
  },
  resetPassword: {
    route: 'PATCH /api/users/password-reset/{userUuid}',
    auth: 'none',
    summary: 'Sets a new password with a reset link (valid once, for one hour), and logs in.',
    params: z.object({ userUuid: z.uuid() }),
    body: z.object({ token: z.string().min(1).max(200), password: newPassword }),
    response: session,
    errors: ['auth.link-expired'],
    limit: 'reset',
  },
  getMe: {
    route: 'GET /api/users/me',
    summary: 'Returns the current user.',
    response: user,
  },
});
