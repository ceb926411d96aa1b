import { describe, expect, it } from 'vitest';
import { type AssetAction, type AssetFacts, judgeAsset } from './asset.ts';

const FACTS: AssetFacts = {
  isVisible: true,
  isOperator: false,
  isShared: false,
  accountRole: 'owner',
  isAccountActive: true,
  editsScene: false,
  isOwn: false,
};
const judge = (facts: Partial<AssetFacts>, action: AssetAction = 'delete') => {
  const verdict = judgeAsset(action, { ...FACTS, ...facts });
  return verdict.allowed ? 'allowed' : verdict.code;
};

describe('deleting a file', () => {
  it('is for those who manage its workspace', () => {
    expect(judge({})).toBe('allowed');
    expect(judge({ accountRole: 'admin' })).toBe('allowed');
    expect(judge({ accountRole: 'guest' })).toBe('security.not-allowed');
    expect(judge({ accountRole: null })).toBe('security.not-allowed');
    expect(judge({ accountRole: null, isOperator: true })).toBe('security.not-allowed');
  });

  it('is for those too who sent it for a scene that they may still edit', () => {
    const editor = { accountRole: 'guest', editsScene: true } as const;
    expect(judge({ ...editor, isOwn: true })).toBe('allowed');
    expect(judge(editor)).toBe('security.not-allowed');
    expect(judge({ ...editor, editsScene: false, isOwn: true })).toBe('security.not-allowed');
    expect(judge({ ...editor, isOwn: true, isAccountActive: false })).toBe('security.account.suspended');
  });

  it('goes beyond that scene only for those who manage the workspace', () => {
    const editor = { accountRole: 'guest', editsScene: true, isOwn: true } as const;
    expect(judge(editor, 'delete-everywhere')).toBe('security.not-allowed');
    expect(judge({}, 'delete-everywhere')).toBe('allowed');
    expect(judge({ isShared: true, accountRole: null, isOperator: true }, 'delete-everywhere')).toBe(
      'allowed',
    );
  });

  it('waits while the workspace is suspended', () => {
    expect(judge({ isAccountActive: false })).toBe('security.account.suspended');
  });

  it('is for operators where the file is for everybody', () => {
    const shared = { isShared: true, accountRole: null, isAccountActive: false };
    expect(judge({ ...shared, isOperator: true })).toBe('allowed');
    expect(judge(shared)).toBe('security.not-allowed');
  });

  it('tells nothing of what one cannot see', () => {
    expect(judge({ isVisible: false })).toBe('request.not-found');
    expect(judge({ isVisible: false, isShared: true, isOperator: true })).toBe('request.not-found');
  });
});

describe('changing how a file is shown, and taking it along', () => {
  const editor = { accountRole: 'guest', editsScene: true } as const;

  it('lets editors of its scene change it, whoever sent it', () => {
    expect(judge(editor, 'change')).toBe('allowed');
    expect(judge({ ...editor, editsScene: false }, 'change')).toBe('security.not-allowed');
    expect(judge({ ...editor, isShared: true }, 'change')).toBe('security.not-allowed');
  });

  it('lets only those who manage its workspace take it along', () => {
    expect(judge({}, 'copy')).toBe('allowed');
    expect(judge({ ...editor, isOwn: true }, 'copy')).toBe('security.not-allowed');
  });
});
