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
  it('is for those who manage its workspace', () => {
    expect(authorize({})).toBe('allowed');
    expect(authorize({ accountRole: 'admin' })).toBe('allowed');
    expect(authorize({ accountRole: 'guest' })).toBe('security.not-allowed');
    expect(authorize({ accountRole: null })).toBe('security.not-allowed');
    expect(authorize({ accountRole: null, isOperator: true })).toBe('security.not-allowed');
  });

  it('is for those too who sent it for a scene that they may still edit', () => {
    const editor = { accountRole: 'guest', editsScene: true } as const;
    expect(authorize({ ...editor, isOwn: true })).toBe('allowed');
    expect(authorize(editor)).toBe('security.not-allowed');
    expect(authorize({ ...editor, editsScene: false, isOwn: true })).toBe('security.not-allowed');
    expect(authorize({ ...editor, isOwn: true, isAccountActive: false })).toBe('security.account.suspended');
  });

  it('goes beyond that scene only for those who manage the workspace', () => {
    const editor = { accountRole: 'guest', editsScene: true, isOwn: true } as const;
    expect(authorize(editor, 'delete-everywhere')).toBe('security.not-allowed');
    expect(authorize({}, 'delete-everywhere')).toBe('allowed');
    expect(authorize({ isShared: true, accountRole: null, isOperator: true }, 'delete-everywhere')).toBe(
      'allowed',
    );
  });

  it('waits while the workspace is suspended', () => {
    expect(authorize({ isAccountActive: false })).toBe('security.account.suspended');
  });

  it('is for operators where the file is for everybody', () => {
    const shared = { isShared: true, accountRole: null, isAccountActive: false };
    expect(authorize({ ...shared, isOperator: true })).toBe('allowed');
    expect(authorize(shared)).toBe('security.not-allowed');
  });

  it('tells nothing of what one cannot see', () => {
    expect(authorize({ isVisible: false })).toBe('request.not-found');
    expect(authorize({ isVisible: false, isShared: true, isOperator: true })).toBe('request.not-found');
  });
});

describe('changing how a file is shown, and taking it along', () => {
  const editor = { accountRole: 'guest', editsScene: true } as const;

  it('lets editors of its scene change it, whoever sent it', () => {
    expect(authorize(editor, 'change')).toBe('allowed');
    expect(authorize({ ...editor, editsScene: false }, 'change')).toBe('security.not-allowed');
    expect(authorize({ ...editor, isShared: true }, 'change')).toBe('security.not-allowed');
  });

  it('lets only those who manage its workspace take it along', () => {
    expect(authorize({}, 'copy')).toBe('allowed');
    expect(authorize({ ...editor, isOwn: true }, 'copy')).toBe('security.not-allowed');
  });
});
