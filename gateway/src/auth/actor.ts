import type { Env } from '@diorama/shared/server/runtime/env.ts';

/** A user with a valid session, as read with each request. */
export type Actor = {
  userId: string;
  sessionId: string;
  name: string;
  email: string;
  locale: string;
  /** Whether the address was confirmed by a mail or by Google. */
  isEmailConfirmed: boolean;
  isOperator: boolean;
};

/**
 * Whether a user operates this installation. Anyone may sign up with any address, so one of `OPERATOR_EMAILS`
 * counts only once it is confirmed by a mail or by Google.
 * The demo account is an operator in the demo only. A former demo database still has the account, possibly
 * with its public password.
 */
export function isOperator(
  env: Pick<Env, 'operatorEmails' | 'demo'>,
  person: { email: string; isEmailConfirmed: boolean; isDemo: boolean },
): boolean {
  const runsDemo = env.demo && person.isDemo;
  return runsDemo || (person.isEmailConfirmed && env.operatorEmails.includes(person.email));
}
