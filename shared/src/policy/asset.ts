import { isManager } from './account.ts';
import type { Verdict } from './composition.ts';

/**
 * Actions on a file: changing its form, copying it to another workspace, deleting it, and deleting it
 * together with all its uses.
 */
export type AssetAction = 'change' | 'copy' | 'delete' | 'delete-everywhere';

/** Facts about a user and a file for authorization. */
export type AssetFacts = {
  /** The user can see the file. */
  isVisible: boolean;
  isOperator: boolean;
  /** The file belongs to the shared library. */
  isShared: boolean;
  /** The user's role in the workspace; null for users outside of it. */
  accountRole: 'owner' | 'admin' | 'guest' | null;
  isAccountActive: boolean;
  /** The user may edit the scene that the file was uploaded for. */
  editsScene: boolean;
  /** The user uploaded the file. */
  isOwn: boolean;
};

/**
 * Authorizes an action on a file. The owner and admins of a workspace control its files. Editors of the scene
 * that a file was uploaded for may change it there, and delete their own uploads. Operators control shared
 * files. Invisible files appear not to exist.
 */
export function authorizeAsset(action: AssetAction, facts: AssetFacts): Verdict {
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
