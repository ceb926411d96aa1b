import { createListeners } from '../listeners.ts';
import { ApiError, NETWORK_ERROR } from './api-error.ts';

/** Growing delays between checks whether the server is back. */
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 10_000] as const;

/** Whether the server can be reached, by the browser's events and the outcome of calls. */
export type Connection = {
  isOnline(): boolean;
  /** Calls the listener on loss and return of the connection. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Reports the outcome of a call, so that an outage is noticed at once. */
  report(outcome: 'answered' | 'unreachable'): void;
  /** Follows the browser's events until the returned function is called. */
  start(): () => void;
};

/**
 * Creates the connection monitor.
 * @param probe - sends a small request; rejects while the server cannot be reached
 */
export function createConnection(page: Window, probe: () => Promise<unknown>): Connection {
  const { add: subscribe, notify } = createListeners();
  let isOnline = page.navigator.onLine;
  let tries = 0;
  let timer: number | undefined;

  const change = (next: boolean) => {
    page.clearTimeout(timer);
    tries = next ? 0 : tries;
    if (next !== isOnline) {
      isOnline = next;
      notify();
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
    subscribe,
    report: (outcome) => {
      if (outcome === 'unreachable') {
        if (isOnline) {
          lose();
        }
      } else if (page.navigator.onLine) {
        // Without a network, an answer that was already on its way proves nothing, so a check follows soon.
        change(true);
      }
    },
    start: () => {
      page.addEventListener('online', ask);
      page.addEventListener('offline', lose);
      if (!page.navigator.onLine) {
        // The connection was lost before the first listener.
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

/** Whether a call failed without an answer from any server. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.code === NETWORK_ERROR;
}
