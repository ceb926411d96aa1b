import { isManager } from './account.ts';
import type { Verdict } from './composition.ts';

/** Facts about a user and a project for authorization. */
export type ProjectFacts = {
  /** The user's role in the project's workspace. */
  accountRole: 'owner' | 'admin' | 'guest' | null;
  /** Role shared with the user: 0 edit, 1 view. */
  memberRole: 0 | 1 | null;
  isAccountActive: boolean;
};

/** Actions on a project: reading, creating a scene in it, or renaming, filling and deleting it. */
export type ProjectAction = 'read' | 'add-scene' | 'manage';

/** Authorizes an action on a project; an invisible project appears not to exist. */
export function authorizeProject(action: ProjectAction, facts: ProjectFacts): Verdict {
  const isAdmin = isManager(facts.accountRole);
  if (!isAdmin && facts.memberRole === null) {
    return { allowed: false, code: 'request.not-found' };
  }
  if (action === 'read') {
    return { allowed: true };
  }
  if (!facts.isAccountActive) {
    return { allowed: false, code: 'security.account.suspended' };
  }
  const isAllowed = isAdmin || (action === 'add-scene' && facts.memberRole === 0);
  return isAllowed ? { allowed: true } : { allowed: false, code: 'security.not-allowed' };
}
