import type { Verdict } from './composition.ts';

/** A user's role in a workspace; null for users outside of it. */
export type AccountFacts = { role: 'owner' | 'admin' | 'guest' | null; isActive: boolean };

/** Actions on a workspace. */
export type AccountAction = 'read' | 'create-content' | 'manage' | 'pay' | 'transfer' | 'delete';

const ALLOWED_ROLES: Record<AccountAction, readonly AccountFacts['role'][]> = {
  read: ['owner', 'admin', 'guest'],
  'create-content': ['owner', 'admin'],
  manage: ['owner', 'admin'],
  pay: ['owner'],
  transfer: ['owner'],
  delete: ['owner'],
};

/** Whether a role manages a workspace, and so everything in it. */
export function isManager(role: AccountFacts['role'] | undefined): boolean {
  return role === 'owner' || role === 'admin';
}

/** Authorizes an action in a workspace; to users outside of it, it appears not to exist. */
export function authorizeAccount(action: AccountAction, facts: AccountFacts): Verdict {
  if (facts.role === null) {
    return { allowed: false, code: 'request.not-found' };
  }
  if (!facts.isActive && action !== 'read') {
    return { allowed: false, code: 'security.account.suspended' };
  }
  if (!ALLOWED_ROLES[action].includes(facts.role)) {
    return { allowed: false, code: 'security.not-allowed' };
  }
  return { allowed: true };
}

/**
 * Authorizes an action on an entity that is visible only to users who may perform it. To others, including
 * members of the workspace, it appears not to exist.
 */
export function authorizeHidden(action: AccountAction, facts: AccountFacts | null): Verdict {
  return facts && ALLOWED_ROLES[action].includes(facts.role)
    ? authorizeAccount(action, facts)
    : { allowed: false, code: 'request.not-found' };
}
