import type { User } from '@diorama/shared/contract/auth.ts';
import { createListeners } from '../listeners.ts';

/** A session as stored in the browser. */
export type StoredSession = {
  token: string;
  refreshToken: string;
  user: User;
  /** Whether the session survives closing the browser. */
  remember: boolean;
};

/** End of a session: the user signed out, or the server no longer accepted it. */
export type SessionEnd = 'signed-out' | 'expired';

/** Stores the session of this browser; all tabs share it. */
export type SessionStore = {
  get(): StoredSession | null;
  set(session: StoredSession): void;
  /** Deletes the session. @param end - kept for `hasExpired`, in every tab and after a reload */
  clear(end: SessionEnd): void;
  /** Whether the last session of this browser ended without a sign-out, and no other began since. */
  hasExpired(): boolean;
  /** Calls the listener after each change, in any tab. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
};

const KEY = 'diorama.session';
const EXPIRED_KEY = 'diorama.session-expired';
const ALIVE_COOKIE = 'diorama_browser_session';

/**
 * Both kinds of session are in localStorage, so that a scene opened in a second tab has the session too. A session
 * that is not remembered also needs a session cookie, which the browser drops when it is closed.
 */
export function createSessionStore(): SessionStore {
  const { add: subscribe, notify } = createListeners();
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
      // The same object for the same text, so that React detects no change.
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
      localStorage.removeItem(EXPIRED_KEY);
      localStorage.setItem(KEY, JSON.stringify(next));
      notify();
    },
    clear(end) {
      // Before the session, whose removal the other tabs notice.
      if (end === 'expired') {
        localStorage.setItem(EXPIRED_KEY, '1');
      } else {
        localStorage.removeItem(EXPIRED_KEY);
      }
      localStorage.removeItem(KEY);
      notify();
    },
    hasExpired: () => localStorage.getItem(EXPIRED_KEY) !== null,
    subscribe,
  };
  if (store.get()?.remember === false && !document.cookie.includes(`${ALIVE_COOKIE}=`)) {
    store.clear('signed-out');
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
