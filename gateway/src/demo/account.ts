import { findCredentials } from '@diorama/shared/server/db/repositories/people.ts';
import type { Deps } from '../deps.ts';

export const DEMO_EMAIL = 'demo@diorama.test';
/** Offered on the login page; with a host other than loopback the start command chooses a random one instead. */
export const DEMO_PASSWORD = 'diorama-demo';

/** Whether the login page may offer the demo account: it exists and its password is no secret. */
export async function hasDemoAccount(deps: Pick<Deps, 'db' | 'env'>): Promise<boolean> {
  const isOffered = deps.env.demo && deps.env.demoPassword === DEMO_PASSWORD;
  return isOffered && (await findCredentials(deps.db, DEMO_EMAIL)) !== null;
}
