import type { Env } from '@diorama/shared/server/env.ts';

/**
 * Whether a person runs this installation. Anybody may sign up with any address, so one of `OPERATOR_EMAILS` counts only
 * once it was confirmed: a mail to it was answered, or Google vouched for it.
 */
export function isOperator(
  env: Pick<Env, 'operatorEmails'>,
  person: { email: string; isEmailConfirmed: boolean; isDemo: boolean },
): boolean {
  return person.isDemo || (person.isEmailConfirmed && env.operatorEmails.includes(person.email));
}
