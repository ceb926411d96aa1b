import { describe, expect, it } from 'vitest';
import { actionOf } from './action-of.ts';

describe('actionOf', () => {
  it('tells what only takes back from what shares and publishes', () => {
    expect(actionOf({ status: 'draft' })).toBe('unpublish');
    expect(actionOf({ privacy: 'private' })).toBe('unshare');
    expect(actionOf({ status: 'draft', privacy: 'private' })).toBe('unshare');
    expect(actionOf({ status: 'published' })).toBe('publish');
    expect(actionOf({ privacy: 'public' })).toBe('share');
    expect(actionOf({ status: 'draft', privacy: 'public' })).toBe('share');
    expect(actionOf({ password: null })).toBe('share');
    expect(actionOf({ status: 'draft', sharing: { mayClone: true } })).toBe('share');
  });

  it('lets nothing else along with a withdrawal', () => {
    const renaming = { status: 'draft', name: 'renamed' };
    expect(actionOf(renaming)).toBe('publish');
    expect(actionOf({ ...renaming, privacy: 'private' })).toBe('share');
    expect(actionOf({})).toBe('update');
  });
});
