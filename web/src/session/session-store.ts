import type { User } from '@diorama/shared/contract/auth.ts';

/** A session as it lies in the browser. */
export type StoredSession = {
  token: string;
  refreshToken: string;
  user: User;
  /** Whether it outlives the browser's own session. */
  remember: boolean;
};

/** Holds the session of this browser; every tab sees the same one. */
export type SessionStore = {
  get(): StoredSession | null;
  set(session: StoredSession): void;
  clear(): void;
  /** Called after each change, whichever tab made it. Returns its undoing. */
  subscribe(listener: () => void): () => void;
};

const KEY = 'diorama.session';
const ALIVE_COOKIE = 'diorama_browser_session';

/**
 * Both kinds of session lie in localStorage, so that a scene opened in a second tab is signed in too. One that
 * shall not be remembered also needs a cookie without an end date: the browser drops it when it is closed.
 */
export function createSessionStore(): SessionStore {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) {
      listener();
    }
  };
  let raw: string | null = null;
  let session: StoredSession | null = null;

  window.addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) {
      notify();
    }
  });

  const store: SessionStore = {
    get() {
      const stored = localStorage.getItem(KEY);
      // The same object for the same text, so that React sees no change where there is none.
      if (stored !== raw) {
        raw = stored;
        session = parseSession(stored);
      }
      return session;
    },
    set(next) {
      if (!next.remember) {
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http addresses.
        document.cookie = `${ALIVE_COOKIE}=1; path=/; SameSite=Lax`;
      }
      localStorage.setItem(KEY, JSON.stringify(next));
      notify();
    },
    clear() {
      localStorage.removeItem(KEY);
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  if (store.get()?.remember === false && !document.cookie.includes(`${ALIVE_COOKIE}=`)) {
    store.clear();
  }
  return store;
}

function parseSession(text: string | null): StoredSession | null {
  if (text === null) {
    return null;
  }
  try {
    const value = JSON.parse(text) as Partial<StoredSession> | null;
    const isWhole =
      typeof value?.token === 'string' && typeof value.refreshToken === 'string' && value.user !== undefined;
    return isWhole ? (value as StoredSession) : null;
  } catch {
    return null;
  }
}
