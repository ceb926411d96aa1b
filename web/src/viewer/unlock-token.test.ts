import { afterEach, expect, it, vi } from 'vitest';
import { storeUnlockToken, unlockHeaders, unlockToken } from './unlock-token.ts';

afterEach(() => vi.unstubAllGlobals());

it('an unlock token is stored per scene for the tab', () => {
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

it('an unlock token stays in memory if the browser denies storage', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
  expect(unlockHeaders('c')).toEqual({});
  storeUnlockToken('c', 'token');
  expect(unlockToken('c')).toBe('token');
});

it('an unlock token stays in memory without session storage', () => {
  vi.stubGlobal('sessionStorage', null);
  storeUnlockToken('d', 'token');
  expect(unlockToken('d')).toBe('token');
});
