import { isManager } from './account.ts';
import type { Verdict } from './composition.ts';

/** What is known of a person and a file when it is to be deleted. */
export type AssetFacts = {
  /** The person can see the file at all. */
  isVisible: boolean;
  isOperator: boolean;
  /** It belongs to the library for everybody. */
  isShared: boolean;
  /** The person's place in its workspace; null is a stranger. */
  accountRole: 'owner' | 'admin' | 'guest' | null;
  isAccountActive: boolean;
};

/**
 * Whether a person may delete a file. Those of a workspace are its owner's and admins', as its scenes are; those for
 * everybody are the operators'. What one cannot see does not exist.
 */
export function judgeAssetDeletion(facts: AssetFacts): Verdict {
  const { isVisible, isOperator, isShared, accountRole, isAccountActive } = facts;
  if (!isVisible) {
    return { allowed: false, code: 'request.not-found' };
  }
  if (isShared) {
    return isOperator ? { allowed: true } : { allowed: false, code: 'security.not-allowed' };
  }
  if (!isAccountActive) {
    return { allowed: false, code: 'security.account.suspended' };
  }
  return isManager(accountRole) ? { allowed: true } : { allowed: false, code: 'security.not-allowed' };
}
