import { isManager } from './account.ts';
import type { Verdict } from './composition.ts';

/** What is known of a person and a project. */
export type ProjectFacts = {
  /** The person's place in the project's workspace. */
  accountRole: 'owner' | 'admin' | 'guest' | null;
  /** What was shared with the person: 0 edit, 1 view. */
  memberRole: 0 | 1 | null;
  isAccountActive: boolean;
};

/** What can be asked of a project: to look, to make a scene in it, or to rename, fill and delete it. */
export type ProjectAction = 'read' | 'add-scene' | 'manage';

/** Whether a person may do something with a project; one they cannot see answers like one that does not exist. */
export function judgeProject(action: ProjectAction, facts: ProjectFacts): Verdict {
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
