import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keepUnsent, listUnsent, readUnsent } from './unsent-words.ts';

describe('What a visitor has not sent', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    return () => vi.unstubAllGlobals();
  });

  it('is kept by scene and thread', () => {
    keepUnsent('scene', null, 'Too high');
    keepUnsent('scene', 'thread', 'I agree');
    expect(readUnsent('scene', null)).toBe('Too high');
    expect(readUnsent('scene', 'thread')).toBe('I agree');
    expect(readUnsent('scene', 'another')).toBe('');
    expect(readUnsent('other', null)).toBe('');
    expect(listUnsent('scene')).toEqual(['Too high', 'I agree']);
  });

  it('is forgotten once it is sent, and nothing is made of spaces', () => {
    keepUnsent('scene', null, 'Too high');
    keepUnsent('scene', null, '');
    keepUnsent('scene', 'thread', '  ');
    expect(readUnsent('scene', null)).toBe('');
    expect(listUnsent('scene')).toEqual([]);
  });

  it('is in its field alone where the browser keeps nothing', () => {
    const refuse = () => {
      throw new DOMException('Denied', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
    keepUnsent('scene', null, 'Too high');
    expect(readUnsent('scene', null)).toBe('');
    expect(listUnsent('scene')).toEqual([]);
  });
});
