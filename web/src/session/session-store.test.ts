import type { User } from '@diorama/shared/contract/auth.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSessionStore, type StoredSession } from './session-store.ts';

const SESSION: StoredSession = {
  token: 'token',
  refreshToken: 'refresh',
  user: { uuid: 'ada' } as User,
  remember: true,
};

describe('a session that the server no longer accepts', () => {
  const items = new Map<string, string>();
  const onStorage: ((event: { key: string | null }) => void)[] = [];
  /** Another tab, or this one after a reload: it has the storage and nothing else. */
  const openTab = createSessionStore;

  beforeEach(() => {
    items.clear();
    onStorage.length = 0;
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => {
        items.delete(key);
        for (const listener of onStorage) {
          listener({ key });
        }
      },
    });
    vi.stubGlobal('window', {
      addEventListener: (_type: string, listener: (event: { key: string | null }) => void) =>
        onStorage.push(listener),
    });
    vi.stubGlobal('document', { cookie: '' });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is known as expired in every tab that notices its end, and after a reload', () => {
    const [first, second] = [openTab(), openTab()];
    first.set(SESSION);
    const noticed: boolean[] = [];
    second.subscribe(() => noticed.push(second.get() === null && second.hasExpired()));
    first.clear('expired');
    expect(noticed).toContain(true);
    expect(noticed).not.toContain(false);
    expect(openTab().hasExpired()).toBe(true);
  });

  it('is forgotten with the next login or logout', () => {
    const store = openTab();
    store.clear('expired');
    store.set(SESSION);
    expect(openTab().hasExpired()).toBe(false);
    store.clear('signed-out');
    expect(openTab().hasExpired()).toBe(false);
  });

  it('differs from a session that ended with the browser', () => {
    openTab().set({ ...SESSION, remember: false });
    vi.stubGlobal('document', { cookie: '' });
    const next = openTab();
    expect([next.get(), next.hasExpired()]).toEqual([null, false]);
  });
});
