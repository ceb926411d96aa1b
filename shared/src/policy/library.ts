import { isManager } from './account.ts';
import type { Verdict } from './composition.ts';

/** What is known of a person and a thing of the library when something is asked of it. */
export type LibraryFacts = {
  isOperator: boolean;
  /** It belongs to the library for everybody. */
  isShared: boolean;
  /** Of what is shared: everybody can see it. */
  isPublished: boolean;
  /** The person's place in its workspace; null is a stranger. */
  accountRole: 'owner' | 'admin' | 'guest' | null;
  isAccountActive: boolean;
};

/** What can be asked of a thing of the library. */
export type LibraryAction = 'use' | 'edit';

/**
 * Whether a person may use or change a thing of the library. What is for everybody is kept by the operators; what is a
 * workspace's is its owner's and admins'. Anything else does not exist for the one who asks.
 */
export function judgeLibrary(action: LibraryAction, facts: LibraryFacts): Verdict {
  const { isOperator, isShared, isPublished, accountRole, isAccountActive } = facts;
  const mayEdit = isShared ? isOperator : isManager(accountRole);
  if (mayEdit) {
    return action === 'use' || isAccountActive
      ? { allowed: true }
      : { allowed: false, code: 'security.account.suspended' };
  }
  if (!isShared || !isPublished) {
    return { allowed: false, code: 'request.not-found' };
  }
  return action === 'use' ? { allowed: true } : { allowed: false, code: 'security.not-allowed' };
}
