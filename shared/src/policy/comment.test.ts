import { describe, expect, it } from 'vitest';
import { authorizeComment, type CommentAction, type CommentFacts } from './comment.ts';

const STRANGER: CommentFacts = {
  accountRole: null,
  memberRole: null,
  isAccountActive: true,
  isTrashed: false,
  isOverflown: false,
  isAuthor: false,
};
const ACTIONS: readonly CommentAction[] = ['read', 'create', 'edit', 'resolve', 'delete'];

function allowed(facts: Partial<CommentFacts>): CommentAction[] {
  return ACTIONS.filter((action) => authorizeComment(action, { ...STRANGER, ...facts }).allowed);
}

describe('comment permissions', () => {
  it('hide the comment from users who cannot see the scene, including its author', () => {
    for (const facts of [
      STRANGER,
      { ...STRANGER, isAuthor: true },
      { ...STRANGER, memberRole: 0 as const, isTrashed: true },
    ]) {
      for (const action of ACTIONS) {
        expect(authorizeComment(action, facts)).toEqual({ allowed: false, code: 'request.not-found' });
      }
    }
  });

  it('let viewers create comments and change their own, but not resolve threads', () => {
    expect(allowed({ memberRole: 1 })).toEqual(['read', 'create']);
    expect(allowed({ memberRole: 1, isAuthor: true })).toEqual(['read', 'create', 'edit', 'delete']);
  });

  it('let editors resolve threads but not change other users’ comments', () => {
    expect(allowed({ memberRole: 0 })).toEqual(['read', 'create', 'resolve']);
  });

  it('let owners and admins delete other users’ comments but not edit them', () => {
    expect(allowed({ accountRole: 'admin' })).toEqual(['read', 'create', 'resolve', 'delete']);
    expect(allowed({ accountRole: 'owner', isAuthor: true })).toEqual([...ACTIONS]);
  });

  it('ignore the storage quota', () => {
    expect(allowed({ memberRole: 1, isOverflown: true })).toEqual(['read', 'create']);
  });

  it('report a suspended workspace', () => {
    expect(authorizeComment('create', { ...STRANGER, memberRole: 0, isAccountActive: false })).toEqual({
      allowed: false,
      code: 'security.account.suspended',
    });
  });
});
