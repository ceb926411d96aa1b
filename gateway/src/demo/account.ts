import { isLoopback } from '@diorama/shared/domain/loopback.ts';
import { findCredentials } from '@diorama/shared/server/people/people.queries.ts';
import type { Deps } from '../deps.ts';

export const DEMO_EMAIL = 'demo@diorama.test';
/**
 * Offered on the login page only where the server is reachable from this machine alone: the account is
 * an operator's.
 */
export const DEMO_PASSWORD = 'diorama-demo';

/** Whether the demo account's password may be the public one. */
export function isWellKnown({ env }: Pick<Deps, 'env'>): boolean {
  const isReachedHereOnly = isLoopback(env.host) && isLoopback(new URL(env.publicUrl).hostname);
  return isReachedHereOnly && (env.demoPassword ?? DEMO_PASSWORD) === DEMO_PASSWORD;
}

/** Whether the login page may offer the demo account: it exists and its password is no secret. */
export async function hasDemoAccount(deps: Pick<Deps, 'db' | 'env'>): Promise<boolean> {
  return deps.env.demo && isWellKnown(deps) && (await findCredentials(deps.db, DEMO_EMAIL)) !== null;
}
