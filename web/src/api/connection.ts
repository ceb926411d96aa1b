import { ApiError, NETWORK_ERROR } from './api-error.ts';

/** How long to wait before asking again whether the server is back; each time longer. */
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 10_000] as const;

/** Whether the server can be reached: what the browser says, and what calls have met. */
export type Connection = {
  isOnline(): boolean;
  /** Called when it is lost and when it is back. Returns its undoing. */
  subscribe(listener: () => void): () => void;
  /** Tells of how a call went, so that a server that is away is noticed at once. */
  report(outcome: 'answered' | 'unreachable'): void;
  /** Follows the browser's own events until the returned function is called. */
  start(): () => void;
};

/**
 * Builds the connection's watch.
 * @param probe - asks the server for something small; rejects while it cannot be reached
 */
export function createConnection(page: Window, probe: () => Promise<unknown>): Connection {
  const listeners = new Set<() => void>();
  let isOnline = page.navigator.onLine;
  let tries = 0;
  let timer: number | undefined;

  const change = (next: boolean) => {
    page.clearTimeout(timer);
    tries = next ? 0 : tries;
    if (next !== isOnline) {
      isOnline = next;
      for (const listener of listeners) {
        listener();
      }
    }
  };
  const ask = () => {
    probe().then(
      () => change(true),
      (error: unknown) => (isUnreachable(error) ? lose() : change(true)),
    );
  };
  const lose = () => {
    change(false);
    const wait = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)];
    tries += 1;
    timer = page.setTimeout(ask, wait);
  };

  return {
    isOnline: () => isOnline,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    report: (outcome) => {
      if (outcome === 'unreachable') {
        if (isOnline) {
          lose();
        }
      } else if (page.navigator.onLine) {
        // Without a network, an answer that was on its way says nothing of now: it is asked soon.
        change(true);
      }
    },
    start: () => {
      page.addEventListener('online', ask);
      page.addEventListener('offline', lose);
      if (!page.navigator.onLine) {
        // Nobody listened yet when it was lost.
        lose();
      }
      return () => {
        page.clearTimeout(timer);
        page.removeEventListener('online', ask);
        page.removeEventListener('offline', lose);
      };
    },
  };
}

/** Whether a call failed before any server answered it. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.code === NETWORK_ERROR;
}
