import { describe, expect, it } from 'vitest';
import { authorizeProject, type ProjectFacts } from './project.ts';

const STRANGER: ProjectFacts = { accountRole: null, memberRole: null, isAccountActive: true };

function codes(facts: ProjectFacts): string[] {
  return (['read', 'add-scene', 'manage'] as const).map((action) => {
    const verdict = authorizeProject(action, facts);
    return verdict.allowed ? 'ok' : verdict.code;
  });
}

describe('project permissions', () => {
  it('hide the project from strangers and workspace guests', () => {
    const hidden = ['request.not-found', 'request.not-found', 'request.not-found'];
    expect(codes(STRANGER)).toEqual(hidden);
    expect(codes({ ...STRANGER, accountRole: 'guest' })).toEqual(hidden);
  });

  it('let users with a share read, and editors also add scenes', () => {
    expect(codes({ ...STRANGER, memberRole: 1 })).toEqual([
      'ok',
      'security.not-allowed',
      'security.not-allowed',
    ]);
    expect(codes({ ...STRANGER, accountRole: 'guest', memberRole: 0 })).toEqual([
      'ok',
      'ok',
      'security.not-allowed',
    ]);
  });

  it('let owners and admins do everything unless the workspace is suspended', () => {
    for (const accountRole of ['owner', 'admin'] as const) {
      expect(codes({ ...STRANGER, accountRole })).toEqual(['ok', 'ok', 'ok']);
      expect(codes({ ...STRANGER, accountRole, isAccountActive: false })).toEqual([
        'ok',
        'security.account.suspended',
        'security.account.suspended',
      ]);
    }
  });
});
