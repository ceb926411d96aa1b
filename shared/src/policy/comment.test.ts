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

describe('who may do what with a comment', () => {
  it('hides it from whoever cannot see the scene, even from who wrote it', () => {
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

  it('lets viewers speak and keep their own words, and settle nothing', () => {
    expect(allowed({ memberRole: 1 })).toEqual(['read', 'create']);
    expect(allowed({ memberRole: 1, isAuthor: true })).toEqual(['read', 'create', 'edit', 'delete']);
  });

  it('lets editors settle threads but not touch what others wrote', () => {
    expect(allowed({ memberRole: 0 })).toEqual(['read', 'create', 'resolve']);
  });

  it('lets those who manage the scene remove what others wrote, never rewrite it', () => {
    expect(allowed({ accountRole: 'admin' })).toEqual(['read', 'create', 'resolve', 'delete']);
    expect(allowed({ accountRole: 'owner', isAuthor: true })).toEqual([...ACTIONS]);
  });

  it('does not ask for quota, as words take none', () => {
    expect(allowed({ memberRole: 1, isOverflown: true })).toEqual(['read', 'create']);
  });

  it('says so when the workspace is suspended', () => {
    expect(authorizeComment('create', { ...STRANGER, memberRole: 0, isAccountActive: false })).toEqual({
      allowed: false,
      code: 'security.account.suspended',
    });
  });
});
