import { describe, expect, it } from 'vitest';
import { policyActionOf } from './policy-action.ts';

describe('policyActionOf', () => {
  it('distinguishes withdrawals from sharing and publishing', () => {
    expect(policyActionOf({ status: 'draft' })).toBe('unpublish');
    expect(policyActionOf({ privacy: 'private' })).toBe('unshare');
    expect(policyActionOf({ status: 'draft', privacy: 'private' })).toBe('unshare');
    expect(policyActionOf({ status: 'published' })).toBe('publish');
    expect(policyActionOf({ privacy: 'public' })).toBe('share');
    expect(policyActionOf({ status: 'draft', privacy: 'public' })).toBe('share');
    expect(policyActionOf({ password: null })).toBe('share');
    expect(policyActionOf({ status: 'draft', sharing: { mayClone: true } })).toBe('share');
  });

  it('treats a withdrawal with other changes as publishing or sharing', () => {
    const renaming = { status: 'draft', name: 'renamed' };
    expect(policyActionOf(renaming)).toBe('publish');
    expect(policyActionOf({ ...renaming, privacy: 'private' })).toBe('share');
    expect(policyActionOf({})).toBe('update');
  });
});
