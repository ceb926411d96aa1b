import type { ErrorCode } from '../contract/errors.ts';
import { isManager } from './account.ts';

/** Facts about a user and a scene for authorization. */
export type CompositionFacts = {
  /** The user's role in the scene's workspace. */
  accountRole: 'owner' | 'admin' | 'guest' | null;
  /** The strongest role shared with the user, on the scene or its project: 0 edit, 1 view. */
  memberRole: 0 | 1 | null;
  isAccountActive: boolean;
  isTrashed: boolean;
  /** The workspace exceeds its plan's limits. */
  isOverflown: boolean;
};

/** Actions on a scene. */
export type CompositionAction =
  | 'read'
  | 'edit'
  | 'history'
  | 'notify'
  | 'update'
  | 'move'
  | 'createTag'
  | 'share'
  | 'unshare'
  | 'publish'
  | 'unpublish'
  | 'delete'
  | 'restore'
  | 'erase';

/** Permission level on a scene. */
export type Permission = 'admin' | 'edit' | 'view';

export type Verdict = { allowed: true } | { allowed: false; code: ErrorCode };

const ALLOWED: Verdict = { allowed: true };

function deny(code: ErrorCode): Verdict {
  return { allowed: false, code };
}

/** The strongest permission that follows from the facts, or null where the scene is not visible. */
export function permissionOf(facts: Pick<CompositionFacts, 'accountRole' | 'memberRole'>): Permission | null {
  if (isManager(facts.accountRole)) {
    return 'admin';
  }
  if (facts.memberRole === 0) {
    return 'edit';
  }
  return facts.memberRole === 1 ? 'view' : null;
}

/** Minimum permission for each action. */
const NEEDED: Record<CompositionAction, Permission> = {
  read: 'view',
  edit: 'edit',
  history: 'edit',
  notify: 'edit',
  update: 'edit',
  move: 'admin',
  createTag: 'admin',
  publish: 'edit',
  unpublish: 'edit',
  share: 'admin',
  unshare: 'admin',
  delete: 'admin',
  restore: 'admin',
  erase: 'admin',
};

const RANK: Record<Permission, number> = { view: 0, edit: 1, admin: 2 };

/**
 * Actions that are allowed over quota: deleting, unpublishing, reading (earlier versions too), and asking for
 * storage.
 */
const FREE_OF_QUOTA: ReadonlySet<CompositionAction> = new Set([
  'read',
  'history',
  'notify',
  'unshare',
  'unpublish',
  'delete',
  'restore',
  'erase',
]);

/** Whether an exceeded quota blocks the action, so that callers need to look it up. */
export function isBoundByQuota(action: CompositionAction): boolean {
  return !FREE_OF_QUOTA.has(action);
}

/** Actions on a scene in the trash. */
const IN_TRASH: ReadonlySet<CompositionAction> = new Set(['restore', 'erase']);

/** Authorizes an action on a scene. A scene that the user cannot see appears not to exist. */
export function authorizeComposition(action: CompositionAction, facts: CompositionFacts): Verdict {
  const permission = permissionOf(facts);
  if (permission === null) {
    return deny('request.not-found');
  }
  if (facts.isTrashed && permission !== 'admin') {
    return deny('request.not-found');
  }
  if (facts.isTrashed && !IN_TRASH.has(action)) {
    return deny(action === 'read' ? 'scene.trashed' : 'request.not-found');
  }
  if (action === 'erase' && !facts.isTrashed) {
    return deny('request.not-found');
  }
  if (!facts.isAccountActive) {
    return deny('security.account.suspended');
  }
  if (RANK[permission] < RANK[NEEDED[action]]) {
    return deny('security.not-allowed');
  }
  if (facts.isOverflown && isBoundByQuota(action)) {
    return deny('security.account.overflown_storage');
  }
  return ALLOWED;
}

/** Content of a scene's public page: nothing, a password prompt, or the scene. */
export type PublicPage = 'none' | 'locked' | 'open';

/**
 * Authorizes duplicating a scene. Managers of the scene may; other users who can see it, as members or on its
 * public page, may where its sharing allows it. The quota of the target workspace is checked separately.
 */
export function authorizeClone(
  facts: CompositionFacts,
  scene: { allowsClone: boolean; page: PublicPage },
): Verdict {
  const permission = permissionOf(facts);
  const isVisible = permission !== null || (scene.page !== 'none' && facts.isAccountActive);
  if (!isVisible || facts.isTrashed) {
    return deny('request.not-found');
  }
  if (!facts.isAccountActive) {
    return deny('security.account.suspended');
  }
  const isOpen = permission !== null || scene.page === 'open';
  return permission === 'admin' || (scene.allowsClone && isOpen) ? ALLOWED : deny('security.not-allowed');
}
