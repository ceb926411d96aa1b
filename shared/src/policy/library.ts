import { isManager } from './account.ts';
import type { Verdict } from './composition.ts';

/** Facts about a user and a library item for authorization. */
export type LibraryFacts = {
  isOperator: boolean;
  /** The item belongs to the shared library. */
  isShared: boolean;
  /** Only for shared items: every user can see it. */
  isPublished: boolean;
  /** The user's role in the workspace; null for users outside of it. */
  accountRole: 'owner' | 'admin' | 'guest' | null;
  isAccountActive: boolean;
  /** A scene of the workspace that the user may edit has the component of the item. */
  isInEditedScene: boolean;
};

/** Actions on a library item. */
export type LibraryAction = 'use' | 'edit';

/**
 * Authorizes the use or change of a library item. Operators manage shared items; the owner and admins manage
 * those of a workspace. Editors of a scene use those that are in it. All other items appear not to exist.
 * An editor may name any component of the workspace, as any of its files.
 * Only scenes that use a component have its uuid.
 */
export function authorizeLibrary(action: LibraryAction, facts: LibraryFacts): Verdict {
  const { isOperator, isShared, isPublished, accountRole, isAccountActive, isInEditedScene } = facts;
  const mayEdit = isShared ? isOperator : isManager(accountRole);
  if (mayEdit) {
    return action === 'use' || isAccountActive
      ? { allowed: true }
      : { allowed: false, code: 'security.account.suspended' };
  }
  if (action === 'use' && isInEditedScene) {
    return { allowed: true };
  }
  if (!isShared || !isPublished) {
    return { allowed: false, code: 'request.not-found' };
  }
  return action === 'use' ? { allowed: true } : { allowed: false, code: 'security.not-allowed' };
}
