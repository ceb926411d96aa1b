import { CodedError } from '@diorama/shared/contract/errors.ts';
import { findSessionPerson } from '@diorama/shared/server/people/sessions.queries.ts';
import type { Deps } from '../deps.ts';
import type { Actor } from './actor.ts';
import { isOperator } from './is-operator.ts';

/**
 * Returns the user of a bearer token. The token is only an identifier.
 * The session and the user's rights are read for each request, so that a revoked session ends with the
 * next one.
 * @throws CodedError `auth.session-expired`, `auth.account-gone`.
 */
export async function authenticate(deps: Pick<Deps, 'db' | 'tokens' | 'env'>, token: string): Promise<Actor> {
  const claims = await deps.tokens.verify(token);
  if (claims?.kind !== 'access') {
    throw new CodedError('auth.session-expired');
  }
  return actorOfSession(deps, claims.userId, claims.sessionId);
}

/**
 * Reads a session's person.
 * @throws CodedError `auth.session-expired`, `auth.account-gone`.
 */
export async function actorOfSession(
  deps: Pick<Deps, 'db' | 'env'>,
  userId: string,
  sessionId: string,
): Promise<Actor> {
  const row = await findSessionPerson(deps.db, sessionId, userId);
  if (!row || row.revoked) {
    throw new CodedError('auth.session-expired');
  }
  if (row.gone) {
    throw new CodedError('auth.account-gone');
  }
  return {
    userId,
    sessionId,
    name: row.name,
    email: row.email,
    locale: row.locale,
    isEmailConfirmed: row.is_email_confirmed,
    isOperator: isOperator(deps.env, {
      email: row.email,
      isEmailConfirmed: row.is_email_confirmed,
      isDemo: row.is_demo,
    }),
  };
}

/** The token of an `Authorization: Bearer` header, or null. */
export function bearerOf(header: string | undefined): string | null {
  const match = /^Bearer ([A-Za-z0-9._~+/=-]{1,4000})$/.exec(header ?? '');
  return match?.[1] ?? null;
}
