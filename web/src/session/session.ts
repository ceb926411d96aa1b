import type { Session as SessionAnswer, User } from '@diorama/shared/contract/auth.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { ApiError } from '../api/api-error.ts';
import { send } from '../api/send.ts';
import { serverNow } from '../api/server-time.ts';
import type { LocalCopies } from './local-copies.ts';
import type { SessionEnd, SessionStore, StoredSession } from './session-store.ts';

const localTails = new Map<string, Promise<void>>();

/** Time before its expiry at which an access token is renewed. */
const REFRESH_AHEAD_MS = 2 * 60_000;
/** Longest timer; a laptop's timers stop while it sleeps. */
const MAX_TIMER_MS = 60_000;

/** Session of the signed-in user, if there is one. */
export type Session = {
  get(): StoredSession | null;
  subscribe(listener: () => void): () => void;
  /** Stores the answer of a sign-in. */
  signIn(answer: SessionAnswer, remember: boolean): void;
  /** Replaces the stored user. */
  setUser(user: User): void;
  /** Local copies of scenes. */
  readonly copies: LocalCopies;
  /**
   * Ends the session here, on the server and in every tab, and deletes the user's local copies of scenes. Copies with
   * unsent edits are deleted only if `discardsUnsent`.
   */
  signOut(options?: { discardsUnsent: boolean }): Promise<void>;
  /** Ends a session that the server no longer accepts. */
  expire(): Promise<void>;
  /** Whether the last session of this browser ended without a sign-out. */
  hasExpired(): boolean;
  /**
   * Renews the access token unless another tab already has.
   * @param stale - the expired token
   * @returns the new token, or `null` once the session has ended
   * @throws ApiError when the server cannot be reached
   */
  refresh(stale: string): Promise<string | null>;
  /** Returns a token that is not about to expire, or `null` without a session. */
  freshToken(): Promise<string | null>;
  /** Renews the token in time until the returned function is called. */
  keepFresh(): () => void;
};

/** Dependencies of a session. */
export type SessionDependencies = { store: SessionStore; language: () => Language; copies: LocalCopies };

/** Creates the session on its store. */
export function createSession({ store, language, copies }: SessionDependencies): Session {
  const refresh = (stale: string) => withLock('diorama.refresh', () => renew(store, stale, language()));
  const end = async (how: SessionEnd) => {
    const current = store.get();
    if (current !== null) {
      store.clear(how);
      const context = { token: null, language: language() };
      // The tokens are deleted here in any case; without the server they expire.
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
      // While it cannot be renewed, the token stays valid until its expiry.
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
      store.set({ token, refreshToken, user, remember });
    },
    setUser(user) {
      const current = store.get();
      if (current !== null && JSON.stringify(current.user) !== JSON.stringify(user)) {
        store.set({ ...current, user });
      }
    },
    copies,
    signOut: async (options = { discardsUnsent: false }) => {
      const personId = store.get()?.user.uuid;
      await Promise.all([
        end('signed-out'),
        personId === undefined ? undefined : copies.clear(personId, options),
      ]);
    },
    expire: () => end('expired'),
    hasExpired: store.hasExpired,
    refresh,
    freshToken,
    keepFresh: () => startTimer(store, freshToken),
  };
}

async function renew(store: SessionStore, stale: string, language: Language): Promise<string | null> {
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
    // The user may have signed out or in again meanwhile.
    if (store.get()?.refreshToken === current.refreshToken) {
      store.clear('expired');
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
      // A network failure does not stop it: the next round retries.
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

/** Expiry of an access token, in milliseconds since 1970; `null` for a token without one. */
function tokenExpiry(token: string): number | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const { exp } = JSON.parse(json) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1_000 : null;
  } catch {
    return null;
  }
}

/**
 * Runs one holder of a name at a time across all tabs. Web Locks are missing on plain http addresses, such as
 * one on the local network. There the lock covers this tab only, which the server's leeway for refresh tokens allows.
 */
function withLock<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  if (navigator.locks !== undefined) {
    return navigator.locks.request(name, run);
  }
  const before = localTails.get(name) ?? Promise.resolve();
  const result = before.then(run);
  localTails.set(
    name,
    result.then(
      () => undefined,
      () => undefined,
    ),
  );
  return result;
}
