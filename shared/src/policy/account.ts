import type { Verdict } from './composition.ts';

/** A person's place in a workspace; null is a stranger. */
export type AccountFacts = {
  role: 'owner' | 'admin' | 'guest' | null;
  isActive: boolean;
};

/** What can be asked of a workspace. */
export type AccountAction = 'read' | 'create-content' | 'manage' | 'pay' | 'delete';

const ALLOWED_ROLES: Record<AccountAction, readonly AccountFacts['role'][]> = {
  read: ['owner', 'admin', 'guest'],
  'create-content': ['owner', 'admin'],
  manage: ['owner', 'admin'],
  pay: ['owner'],
  delete: ['owner'],
};

/** Whether somebody with that place in a workspace looks after it, and so over everything in it. */
export function isManager(role: AccountFacts['role'] | undefined): boolean {
  return role === 'owner' || role === 'admin';
}

/** Whether a person may do something in a workspace; one they do not belong to does not exist for them. */
export function judgeAccount(action: AccountAction, facts: AccountFacts): Verdict {
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
 * The same about a thing in a workspace that only those see who may do this with it: for others, who may belong to the
 * workspace, there is no such thing.
 */
export function judgeHidden(action: AccountAction, facts: AccountFacts | null): Verdict {
  return facts && ALLOWED_ROLES[action].includes(facts.role)
    ? judgeAccount(action, facts)
    : { allowed: false, code: 'request.not-found' };
}
