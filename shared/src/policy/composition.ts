import type { ErrorCode } from '../contract/errors.ts';
import { isManager } from './account.ts';

/** What is known of a person and a scene when something is asked of it. */
export type CompositionFacts = {
  /** The person's place in the scene's workspace. */
  accountRole: 'owner' | 'admin' | 'guest' | null;
  /** The best role that was shared with the person, on the scene or its project: 0 edit, 1 view. */
  memberRole: 0 | 1 | null;
  isAccountActive: boolean;
  isTrashed: boolean;
  /** The workspace holds more than its plan allows. */
  isOverflown: boolean;
};

/** What can be asked of a scene. */
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

/** The word for what somebody may do with a scene. */
export type Permission = 'admin' | 'edit' | 'view';

export type Verdict = { allowed: true } | { allowed: false; code: ErrorCode };

const ALLOWED: Verdict = { allowed: true };

function deny(code: ErrorCode): Verdict {
  return { allowed: false, code };
}

/** The strongest permission the facts give, or null where the scene is not visible at all. */
export function permissionOf(facts: Pick<CompositionFacts, 'accountRole' | 'memberRole'>): Permission | null {
  if (isManager(facts.accountRole)) {
    return 'admin';
  }
  if (facts.memberRole === 0) {
    return 'edit';
  }
  return facts.memberRole === 1 ? 'view' : null;
}

/** The least permission for each action. */
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
 * Deleting is never refused for quota, nor is taking back what others see; looking, at what was too, never is either, nor
 * asking for room.
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

/** Whether a workspace that holds more than its plan allows keeps people from something; only then need one know it. */
export function isBoundByQuota(action: CompositionAction): boolean {
  return !FREE_OF_QUOTA.has(action);
}

/** What can be done with a scene that is in the trash. */
const IN_TRASH: ReadonlySet<CompositionAction> = new Set(['restore', 'erase']);

/**
 * Whether a person may do something with a scene. A scene they cannot see answers like one that does
 * not exist.
 */
export function judgeComposition(action: CompositionAction, facts: CompositionFacts): Verdict {
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

/** What somebody finds at the address of a scene's public page: nothing, a question for its password, or the scene. */
export type PublicPage = 'none' | 'locked' | 'open';

/**
 * Whether a person may duplicate a scene. Whoever manages it may; anybody else who can see it, as a member or on its
 * public page, may where its sharing says so. Room for the copy is the other workspace's question.
 */
export function judgeClone(
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
