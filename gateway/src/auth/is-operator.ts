import type { Env } from '@diorama/shared/server/env.ts';

/**
 * Whether a person runs this installation. Anybody may sign up with any address, so one of `OPERATOR_EMAILS` counts only
 * once it was confirmed: a mail to it was answered, or Google vouched for it. The demo account does in the demo alone: a
 * database that is no demo any more still has the account, with a password that may be the one everybody knows.
 */
export function isOperator(
  env: Pick<Env, 'operatorEmails' | 'demo'>,
  person: { email: string; isEmailConfirmed: boolean; isDemo: boolean },
): boolean {
  const runsDemo = env.demo && person.isDemo;
  return runsDemo || (person.isEmailConfirmed && env.operatorEmails.includes(person.email));
}
