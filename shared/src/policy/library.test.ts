import { describe, expect, it } from 'vitest';
import { authorizeLibrary, type LibraryFacts } from './library.ts';

const SHARED: LibraryFacts = {
  isOperator: false,
  isShared: true,
  isPublished: true,
  accountRole: null,
  isAccountActive: true,
  isInEditedScene: false,
};
const answers = (facts: LibraryFacts) =>
  (['use', 'edit'] as const).map((action) => {
    const verdict = authorizeLibrary(action, facts);
    return verdict.allowed ? 'ok' : verdict.code;
  });

describe('library permissions', () => {
  it('let everyone use shared items and operators change them', () => {
    expect(answers(SHARED)).toEqual(['ok', 'security.not-allowed']);
    expect(answers({ ...SHARED, isOperator: true })).toEqual(['ok', 'ok']);
  });

  it('hide unpublished items from everyone but operators', () => {
    expect(answers({ ...SHARED, isPublished: false })).toEqual(['request.not-found', 'request.not-found']);
    expect(answers({ ...SHARED, isPublished: false, isOperator: true })).toEqual(['ok', 'ok']);
  });

  it('reject changes to items of a suspended workspace', () => {
    const own = { ...SHARED, isShared: false, accountRole: 'owner' as const, isAccountActive: false };
    expect(answers(own)).toEqual(['ok', 'security.account.suspended']);
  });

  it('limit workspace items to its owner and admins, excluding operators', () => {
    const own = { ...SHARED, isShared: false };
    expect(answers({ ...own, accountRole: 'owner' })).toEqual(['ok', 'ok']);
    expect(answers({ ...own, accountRole: 'admin' })).toEqual(['ok', 'ok']);
    for (const facts of [own, { ...own, accountRole: 'guest' as const }, { ...own, isOperator: true }]) {
      expect(answers(facts)).toEqual(['request.not-found', 'request.not-found']);
    }
  });

  it('let scene editors use the items in their scene but not change them', () => {
    const used = { ...SHARED, isShared: false, isInEditedScene: true };
    for (const accountRole of [null, 'guest'] as const) {
      expect(answers({ ...used, accountRole })).toEqual(['ok', 'request.not-found']);
    }
  });
});
