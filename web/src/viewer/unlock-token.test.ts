import { afterEach, expect, it, vi } from 'vitest';
import { storeUnlockToken, unlockHeaders, unlockToken } from './unlock-token.ts';

afterEach(() => vi.unstubAllGlobals());

it('is kept for the tab, a scene each', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  storeUnlockToken('a', 'token');
  expect([...kept]).toEqual([['diorama.unlocked.a', 'token']]);
  expect(unlockHeaders('a')).toEqual({ authorization: 'Bearer token' });
  expect(unlockToken('b')).toBeNull();
});

it('is kept for the page where a browser keeps nothing', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
  expect(unlockHeaders('c')).toEqual({});
  storeUnlockToken('c', 'token');
  expect(unlockToken('c')).toBe('token');
});

it('is kept for the page where there is no storage at all', () => {
  vi.stubGlobal('sessionStorage', null);
  storeUnlockToken('d', 'token');
  expect(unlockToken('d')).toBe('token');
});
