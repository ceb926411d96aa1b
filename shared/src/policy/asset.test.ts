import { describe, expect, it } from 'vitest';
import { type AssetFacts, judgeAssetDeletion } from './asset.ts';

const FACTS: AssetFacts = {
  isVisible: true,
  isOperator: false,
  isShared: false,
  accountRole: 'owner',
  isAccountActive: true,
};
const judge = (facts: Partial<AssetFacts>) => {
  const verdict = judgeAssetDeletion({ ...FACTS, ...facts });
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
