import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LocalCopies } from './local-copies.ts';
import { createSession } from './session.ts';
import type { SessionStore, StoredSession } from './session-store.ts';

const ME = 'me';
const SENT = { sceneId: 'sent', personId: ME };
const UNSENT = { sceneId: 'unsent', personId: ME };
const OTHER = { sceneId: 'sent', personId: 'other' };

let names: Set<string>;
let copies: LocalCopies;
const left = () => [...names].sort();

beforeEach(() => {
  const held = new Map<string, string>();
  names = new Set(['something else']);
  const databases = {
    databases: async () => [...names].map((name) => ({ name, version: 1 })),
    deleteDatabase: (name: string) => {
      names.delete(name);
      const request = { onsuccess: () => undefined };
      queueMicrotask(() => request.onsuccess());
      // The code under test only sets its handlers.
      return request as unknown as IDBOpenDBRequest;
    },
  };
  const storage = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
    removeItem: (key: string) => held.delete(key),
  };
  copies = new LocalCopies({ databases, storage });
  for (const key of [SENT, UNSENT, OTHER]) {
    names.add(copies.nameOf(key));
  }
  copies.markUnsent(UNSENT, true);
});
afterEach(() => vi.unstubAllGlobals());

/** A session of {@link ME} on a server that accepts every logout. */
function createMySession() {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  // The code under test reads only the user and the refresh token.
  let stored = { token: 't', refreshToken: 'r', user: { uuid: ME }, remember: true } as StoredSession | null;
  const store: SessionStore = {
    get: () => stored,
    set: (next) => {
      stored = next;
    },
    clear: () => {
      stored = null;
    },
    hasExpired: () => false,
    subscribe: () => () => undefined,
  };
  return createSession({ store, language: () => 'en', copies });
}

it('countUnsent counts the user’s scenes whose edits may exist only locally', () => {
  expect(copies.countUnsent(ME)).toBe(1);
  expect(copies.countUnsent('other')).toBe(0);
  copies.markUnsent(UNSENT, true);
  expect(copies.countUnsent(ME)).toBe(1);
  copies.markUnsent(UNSENT, false);
  expect(copies.countUnsent(ME)).toBe(0);
});

it('sign-out deletes the user’s local copies except unsent edits', async () => {
  await createMySession().signOut();
  expect(left()).toEqual(['diorama.scene.sent.other', 'diorama.scene.unsent.me', 'something else']);
  expect(copies.countUnsent(ME)).toBe(1);
});

it('sign-out with discardsUnsent deletes all local copies of the user', async () => {
  await createMySession().signOut({ discardsUnsent: true });
  expect(left()).toEqual(['diorama.scene.sent.other', 'something else']);
  expect(copies.countUnsent(ME)).toBe(0);
});

it('an expired session keeps the local copies', async () => {
  await createMySession().expire();
  expect(left()).toHaveLength(4);
});

it('remove deletes the copy of a scene, including unsent edits', async () => {
  await copies.remove(UNSENT);
  expect(left()).not.toContain('diorama.scene.unsent.me');
  expect(copies.countUnsent(ME)).toBe(0);
});
