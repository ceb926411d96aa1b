import { describe, expect, it } from 'vitest';
import {
  authorizeClone,
  authorizeComposition,
  type CompositionAction,
  type CompositionFacts,
  type PublicPage,
  permissionOf,
} from './composition.ts';

const STRANGER: CompositionFacts = {
  accountRole: null,
  memberRole: null,
  isAccountActive: true,
  isTrashed: false,
  isOverflown: false,
};
const ACTIONS: readonly CompositionAction[] = [
  'read',
  'edit',
  'update',
  'move',
  'createTag',
  'publish',
  'unpublish',
  'share',
  'unshare',
  'delete',
  'restore',
];

function codes(facts: CompositionFacts): Record<string, string> {
  return Object.fromEntries(
    ACTIONS.map((action) => {
      const verdict = authorizeComposition(action, facts);
      return [action, verdict.allowed ? 'ok' : verdict.code];
    }),
  );
}

describe('scene permissions', () => {
  it('hide the scene from strangers and from workspace guests without a share', () => {
    for (const facts of [STRANGER, { ...STRANGER, accountRole: 'guest' as const }]) {
      expect(new Set(Object.values(codes(facts)))).toEqual(new Set(['request.not-found']));
    }
  });

  it('let viewers only read', () => {
    const verdicts = codes({ ...STRANGER, memberRole: 1 });
    expect(verdicts.read).toBe('ok');
    expect(new Set(ACTIONS.slice(1).map((action) => verdicts[action]))).toEqual(
      new Set(['security.not-allowed']),
    );
  });

  it('let editors change and publish but not share or delete', () => {
    expect(codes({ ...STRANGER, memberRole: 0 })).toEqual({
      read: 'ok',
      edit: 'ok',
      update: 'ok',
      move: 'security.not-allowed',
      createTag: 'security.not-allowed',
      publish: 'ok',
      unpublish: 'ok',
      share: 'security.not-allowed',
      unshare: 'security.not-allowed',
      delete: 'security.not-allowed',
      restore: 'security.not-allowed',
    });
  });

  it('let owners and admins do everything, regardless of their shares', () => {
    for (const accountRole of ['owner', 'admin'] as const) {
      const facts = { ...STRANGER, accountRole, memberRole: 1 as const };
      expect(permissionOf(facts)).toBe('admin');
      expect(new Set(Object.values(codes(facts)))).toEqual(new Set(['ok']));
    }
  });

  it('allow reading, deleting, unpublishing and unsharing over quota, but nothing that adds', () => {
    const verdicts = codes({ ...STRANGER, accountRole: 'owner', isOverflown: true });
    const full = 'security.account.overflown_storage';
    expect(verdicts).toMatchObject({ read: 'ok', delete: 'ok', unpublish: 'ok', unshare: 'ok' });
    expect(verdicts).toMatchObject({ edit: full, publish: full, share: full });
  });

  it('show a trashed scene only to users who can restore it', () => {
    expect(codes({ ...STRANGER, memberRole: 0, isTrashed: true }).read).toBe('request.not-found');
    expect(authorizeComposition('erase', { ...STRANGER, accountRole: 'owner' })).toEqual({
      allowed: false,
      code: 'request.not-found',
    });
    const owner = codes({ ...STRANGER, accountRole: 'owner', isTrashed: true });
    expect(owner.read).toBe('scene.trashed');
    expect(owner.edit).toBe('request.not-found');
    expect(owner.restore).toBe('ok');
  });
});

describe('permission to duplicate a scene', () => {
  const verdictOf = (facts: Partial<CompositionFacts>, allowsClone: boolean, page: PublicPage = 'none') => {
    const verdict = authorizeClone({ ...STRANGER, ...facts }, { allowsClone, page });
    return verdict.allowed ? 'ok' : verdict.code;
  };

  it('is always granted to owners and admins, except in the trash', () => {
    expect(verdictOf({ accountRole: 'owner' }, false)).toBe('ok');
    expect(verdictOf({ accountRole: 'admin' }, false)).toBe('ok');
    expect(verdictOf({ accountRole: 'owner', isTrashed: true }, true)).toBe('request.not-found');
  });

  it('is granted to other users who see the scene only when its sharing allows it', () => {
    expect(verdictOf({ memberRole: 0 }, false)).toBe('security.not-allowed');
    expect(verdictOf({ memberRole: 1 }, true)).toBe('ok');
    expect(verdictOf({}, true)).toBe('request.not-found');
    expect(verdictOf({}, true, 'open')).toBe('ok');
    expect(verdictOf({}, false, 'open')).toBe('security.not-allowed');
    expect(verdictOf({ isAccountActive: false }, true, 'open')).toBe('request.not-found');
  });

  it('is denied to visitors before the page password, but not to members', () => {
    expect(verdictOf({}, true, 'locked')).toBe('security.not-allowed');
    expect(verdictOf({ memberRole: 1 }, true, 'locked')).toBe('ok');
    expect(verdictOf({ accountRole: 'admin' }, false, 'locked')).toBe('ok');
  });
});
