import type { Session as SessionAnswer, User } from '@diorama/shared/contract/auth.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { ApiError } from '../api/api-error.ts';
import { send } from '../api/send.ts';
import { serverNow } from '../api/server-time.ts';
import type { LocalCopies } from './local-copies.ts';
import { withLock } from './lock.ts';
import type { SessionStore, StoredSession } from './session-store.ts';
import { tokenExpiry } from './token.ts';

/** How long before its end an access token is renewed. */
const REFRESH_AHEAD_MS = 2 * 60_000;
/** A timer never waits longer; a sleeping laptop's timers stand still. */
const MAX_TIMER_MS = 60_000;

/** The session of the person who is signed in, if anybody is. */
export type Session = {
  get(): StoredSession | null;
  subscribe(listener: () => void): () => void;
  /** Stores what a sign-in answered. */
  signIn(answer: SessionAnswer, remember: boolean): void;
  /** Replaces what is known of the person. */
  setUser(user: User): void;
  /** The copies of scenes that this browser keeps. */
  readonly copies: LocalCopies;
  /**
   * Ends the session here and on the server, in every tab, and deletes the person's copies of scenes from this browser;
   * those with edits that were not sent yet only if the person gives these up.
   */
  signOut(options?: { givesUpUnsent: boolean }): Promise<void>;
  /** Ends a session that the server no longer accepts. */
  expire(): Promise<void>;
  /** Whether the last session of this tab ended without the person wishing it. */
  hasExpired(): boolean;
  /**
   * Renews the access token unless another tab has already.
   * @param stale - the token that is too old
   * @returns the token to go on with, or `null` once the session has ended
   * @throws ApiError when the server cannot be reached
   */
  refresh(stale: string): Promise<string | null>;
  /** A token with life left in it, or `null` when nobody is signed in. */
  freshToken(): Promise<string | null>;
  /** Keeps the token fresh until the returned function is called. */
  keepFresh(): () => void;
};

/** What a session is built on. */
export type SessionMeans = { store: SessionStore; language: () => Language; copies: LocalCopies };

/** Builds the session on its store. */
export function createSession({ store, language, copies }: SessionMeans): Session {
  let hasExpired = false;
  const refresh = (stale: string) =>
    withLock('diorama.refresh', () =>
      renew(store, stale, language(), () => {
        hasExpired = true;
      }),
    );
  const end = async () => {
    const current = store.get();
    store.clear();
    if (current !== null) {
      const context = { token: null, language: language() };
      // The tokens are gone from here either way; a server that is away lets them run out.
      await send('logout', { body: { refresh_token: current.refreshToken } }, context).catch(() => undefined);
    }
  };

  const freshToken = async () => {
    const current = store.get();
    if (current === null) {
      return null;
    }
    const expiry = tokenExpiry(current.token) ?? Number.POSITIVE_INFINITY;
    if (expiry - serverNow() >= REFRESH_AHEAD_MS) {
      return current.token;
    }
    return await refresh(current.token).catch((error: unknown) => {
      // While it cannot be renewed, what is left of it is good.
      if (expiry > serverNow()) {
        return current.token;
      }
      throw error;
    });
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    signIn({ token, refresh_token: refreshToken, user }, remember) {
      hasExpired = false;
      store.set({ token, refreshToken, user, remember });
    },
    setUser(user) {
      const current = store.get();
      if (current !== null && JSON.stringify(current.user) !== JSON.stringify(user)) {
        store.set({ ...current, user });
      }
    },
    copies,
    signOut: async (options = { givesUpUnsent: false }) => {
      hasExpired = false;
      const personId = store.get()?.user.uuid;
      await Promise.all([end(), personId === undefined ? undefined : copies.clear(personId, options)]);
    },
    expire: () => {
      hasExpired = true;
      return end();
    },
    hasExpired: () => hasExpired,
    refresh,
    freshToken,
    keepFresh: () => startTimer(store, freshToken),
  };
}

async function renew(
  store: SessionStore,
  stale: string,
  language: Language,
  onExpire: () => void,
): Promise<string | null> {
  const current = store.get();
  if (current === null || current.token !== stale) {
    return current?.token ?? null;
  }
  try {
    const pair = await send(
      'refreshToken',
      { body: { refresh_token: current.refreshToken } },
      { token: null, language },
    );
    store.set({ ...current, token: pair.token, refreshToken: pair.refresh_token });
    return pair.token;
  } catch (error) {
    if (!(error instanceof ApiError && (error.status === 401 || error.status === 422))) {
      throw error;
    }
    // Meanwhile the person may have signed out, or in again.
    if (store.get()?.refreshToken === current.refreshToken) {
      onExpire();
      store.clear();
    }
    return store.get()?.token ?? null;
  }
}

function startTimer(store: SessionStore, freshToken: () => Promise<string | null>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    clearTimeout(timer);
    const token = store.get()?.token;
    const expiry = token === undefined ? null : tokenExpiry(token);
    if (expiry === null) {
      return;
    }
    const wait = Math.min(Math.max(expiry - REFRESH_AHEAD_MS - serverNow(), 1_000), MAX_TIMER_MS);
    timer = setTimeout(() => {
      // Offline is no reason to stop: the next round tries again.
      freshToken()
        .catch(() => undefined)
        .finally(schedule);
    }, wait);
  };
  schedule();
  const unsubscribe = store.subscribe(schedule);
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
