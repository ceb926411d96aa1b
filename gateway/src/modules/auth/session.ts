import type { Session, User } from '@diorama/shared/contract/auth.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findPendingEmail } from '@diorama/shared/server/people/confirmations.queries.ts';
import { getPerson, insertSession } from '@diorama/shared/server/people/people.queries.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { listAccountsOf } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import type { Context } from 'koa';
import { isOperator } from '../../auth/actor.ts';
import { hashToken, newRefreshToken } from '../../auth/tokens.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';

/** A user as presented to themselves. */
export async function serializeUser(
  deps: Pick<Deps, 'env'> & { db: Knex; urls: Urls },
  userId: string,
): Promise<User> {
  const { db, env, urls } = deps;
  const [person, accounts, pendingEmail] = await Promise.all([
    getPerson(db, userId),
    listAccountsOf(db, userId),
    findPendingEmail(db, userId),
  ]);
  const isEmailConfirmed = person.email_confirmed_at !== null;
  const facts = { email: person.email, isEmailConfirmed, isDemo: person.is_demo };
  return {
    '@id': `/api/users/${person.id}`,
    '@type': 'User',
    uuid: person.id,
    name: person.name,
    lastName: person.last_name,
    email: person.email,
    locale: person.locale,
    shortLocale: person.locale.slice(0, 2),
    timezone: person.timezone,
    type: person.type,
    accounts: accounts.map((account) => ({
      '@id': `/api/accounts/${account.id}`,
      uuid: account.id,
      name: account.name,
      logoUrl: urls.file(account.logo_object, 'logo.webp'),
      role: account.role,
      isActive: account.is_active,
      hasCompletedOnboarding: account.has_completed_onboarding,
    })),
    socialCreated: person.social_created,
    lastLogin: person.last_login_at,
    avatarUrl: urls.file(person.avatar_wished ?? person.avatar_object, 'avatar.webp'),
    avatarColor: person.avatar_color,
    createdAt: person.created_at,
    isOperator: isOperator(env, facts),
    isUnconfirmedOperator: !isOperator(env, facts) && isOperator(env, { ...facts, isEmailConfirmed: true }),
    hasPassword: person.password_hash !== null,
    hasGoogle: person.google_subject !== null,
    isEmailConfirmed,
    pendingEmail,
  };
}

/** Creates a new session, in the transaction that authenticated the user. */
export async function startSession(
  trx: Knex,
  person: { userId: string; remember: boolean; agent: string },
): Promise<{ sessionId: string; refreshToken: string }> {
  const sessionId = uuidv7();
  const refreshToken = newRefreshToken(sessionId);
  await insertSession(trx, {
    id: sessionId,
    userId: person.userId,
    tokenHash: hashToken(refreshToken),
    remember: person.remember,
    agent: person.agent,
  });
  return { sessionId, refreshToken };
}

/** Response of every kind of sign-in; the browser is remembered as one of that user's. */
export async function serializeSession(
  deps: Deps & { urls: Urls },
  ctx: Context,
  session: { userId: string; sessionId: string; refreshToken: string; notices: string[] },
): Promise<Session> {
  deps.knownBrowsers.remember(ctx, session.userId);
  const [token, user] = await Promise.all([
    deps.tokens.access(session.userId, session.sessionId),
    serializeUser(deps, session.userId),
  ]);
  return { token, refresh_token: session.refreshToken, user, notices: session.notices };
}
