import { applyLive } from './apply-live.ts';
import type { Live, LiveMessage } from './live.ts';

/** What is found old again within this time is asked for once. */
const GATHER_MS = 150;

/** Cached data that follows the live stream. */
export type Followed = {
  /** The resource, or the pages of a list, as they are now. */
  held: () => readonly unknown[];
  /** Whether a message makes the data old though it does not name it. */
  isOldAfter?: ((message: LiveMessage) => boolean) | undefined;
  /** Writes what a message says into the data. */
  change: (message: LiveMessage) => void;
  /** Asks the server for all of it. */
  reload: () => void;
};

/**
 * Keeps cached data true to the live stream until the returned function is called. However many messages come at once,
 * the server is asked a moment later and once.
 */
export function followLive(
  live: Pick<Live, 'subscribe'>,
  { held, isOldAfter, change, reload }: Followed,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reloadSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      reload();
    }, GATHER_MS);
  };
  const unsubscribe = live.subscribe((message) => {
    const parts = held();
    const applied = parts.map((part) => applyLive(part, message));
    if (applied.some(({ data }, index) => data !== parts[index])) {
      change(message);
    }
    if (applied.some(({ isStale }) => isStale) || isOldAfter?.(message)) {
      reloadSoon();
    }
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
