import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listDrafts, readDraft, storeDraft } from './comment-drafts.ts';

describe('an unsent comment draft', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    return () => vi.unstubAllGlobals();
  });

  it('is stored by scene and thread', () => {
    storeDraft('scene', null, 'Too high');
    storeDraft('scene', 'thread', 'I agree');
    expect(readDraft('scene', null)).toBe('Too high');
    expect(readDraft('scene', 'thread')).toBe('I agree');
    expect(readDraft('scene', 'another')).toBe('');
    expect(readDraft('other', null)).toBe('');
    expect(listDrafts('scene')).toEqual(['Too high', 'I agree']);
  });

  it('is deleted when its text is emptied; whitespace is not stored', () => {
    storeDraft('scene', null, 'Too high');
    storeDraft('scene', null, '');
    storeDraft('scene', 'thread', '  ');
    expect(readDraft('scene', null)).toBe('');
    expect(listDrafts('scene')).toEqual([]);
  });

  it('is not stored if the browser denies session storage', () => {
    const refuse = () => {
      throw new DOMException('Denied', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
    storeDraft('scene', null, 'Too high');
    expect(readDraft('scene', null)).toBe('');
    expect(listDrafts('scene')).toEqual([]);
  });
});
