import { describe, expect, it } from 'vitest';
import { type AssetAction, type AssetFacts, authorizeAsset } from './asset.ts';

const FACTS: AssetFacts = {
  isVisible: true,
  isOperator: false,
  isShared: false,
  accountRole: 'owner',
  isAccountActive: true,
  editsScene: false,
  isOwn: false,
};
const authorize = (facts: Partial<AssetFacts>, action: AssetAction = 'delete') => {
  const verdict = authorizeAsset(action, { ...FACTS, ...facts });
  return verdict.allowed ? 'allowed' : verdict.code;
};

describe('deleting a file', () => {
  it('is allowed for owners and admins of its workspace', () => {
    expect(authorize({})).toBe('allowed');
    expect(authorize({ accountRole: 'admin' })).toBe('allowed');
    expect(authorize({ accountRole: 'guest' })).toBe('security.not-allowed');
    expect(authorize({ accountRole: null })).toBe('security.not-allowed');
    expect(authorize({ accountRole: null, isOperator: true })).toBe('security.not-allowed');
  });

  it('is allowed for the uploader who can still edit its scene', () => {
    const editor = { accountRole: 'guest', editsScene: true } as const;
    expect(authorize({ ...editor, isOwn: true })).toBe('allowed');
    expect(authorize(editor)).toBe('security.not-allowed');
    expect(authorize({ ...editor, editsScene: false, isOwn: true })).toBe('security.not-allowed');
    expect(authorize({ ...editor, isOwn: true, isAccountActive: false })).toBe('security.account.suspended');
  });

  it('everywhere is allowed only for owners and admins, for shared files also for operators', () => {
    const editor = { accountRole: 'guest', editsScene: true, isOwn: true } as const;
    expect(authorize(editor, 'delete-everywhere')).toBe('security.not-allowed');
    expect(authorize({}, 'delete-everywhere')).toBe('allowed');
    expect(authorize({ isShared: true, accountRole: null, isOperator: true }, 'delete-everywhere')).toBe(
      'allowed',
    );
  });

  it('is rejected while the workspace is suspended', () => {
    expect(authorize({ isAccountActive: false })).toBe('security.account.suspended');
  });

  it('is allowed only for operators when the file is shared with everyone', () => {
    const shared = { isShared: true, accountRole: null, isAccountActive: false };
    expect(authorize({ ...shared, isOperator: true })).toBe('allowed');
    expect(authorize(shared)).toBe('security.not-allowed');
  });

  it('is rejected as not found when the user cannot see the file', () => {
    expect(authorize({ isVisible: false })).toBe('request.not-found');
    expect(authorize({ isVisible: false, isShared: true, isOperator: true })).toBe('request.not-found');
  });
});

describe('changing and copying a file', () => {
  const editor = { accountRole: 'guest', editsScene: true } as const;

  it('lets editors of the scene change the file, regardless of its uploader', () => {
    expect(authorize(editor, 'change')).toBe('allowed');
    expect(authorize({ ...editor, editsScene: false }, 'change')).toBe('security.not-allowed');
    expect(authorize({ ...editor, isShared: true }, 'change')).toBe('security.not-allowed');
  });

  it('lets only owners and admins of the workspace copy the file', () => {
    expect(authorize({}, 'copy')).toBe('allowed');
    expect(authorize({ ...editor, isOwn: true }, 'copy')).toBe('security.not-allowed');
  });
});
