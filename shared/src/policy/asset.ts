import { isManager } from './account.ts';
import type { Verdict } from './composition.ts';

/**
 * What can be asked of a file: to change how it is shown, to take it along into another workspace, to delete it, and to delete
 * it from all that uses it.
 */
export type AssetAction = 'change' | 'copy' | 'delete' | 'delete-everywhere';

/** What is known of a person and a file when something is asked of it. */
export type AssetFacts = {
  /** The person can see the file at all. */
  isVisible: boolean;
  isOperator: boolean;
  /** It belongs to the library for everybody. */
  isShared: boolean;
  /** The person's place in its workspace; null is a stranger. */
  accountRole: 'owner' | 'admin' | 'guest' | null;
  isAccountActive: boolean;
  /** The person may edit the scene that it was sent for. */
  editsScene: boolean;
  /** The person sent it. */
  isOwn: boolean;
};

/**
 * Whether a person may do something with a file. Those of a workspace are its owner's and admins', as its scenes are; who edits
 * the scene that a file was sent for may change it there, and delete what they sent themselves. Those for everybody are the
 * operators'. What one cannot see does not exist.
 */
export function judgeAsset(action: AssetAction, facts: AssetFacts): Verdict {
  const { isVisible, isOperator, isShared, accountRole, isAccountActive, editsScene, isOwn } = facts;
  if (!isVisible) {
    return { allowed: false, code: 'request.not-found' };
  }
  if (isShared) {
    return isOperator ? { allowed: true } : { allowed: false, code: 'security.not-allowed' };
  }
  if (!isAccountActive) {
    return { allowed: false, code: 'security.account.suspended' };
  }
  const isEditors = editsScene && (action === 'change' || (action === 'delete' && isOwn));
  return isManager(accountRole) || isEditors
    ? { allowed: true }
    : { allowed: false, code: 'security.not-allowed' };
}
