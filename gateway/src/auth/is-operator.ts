import type { Env } from '@diorama/shared/server/runtime/env.ts';

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
