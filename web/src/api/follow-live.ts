import { applyLive } from './apply-live.ts';
import type { Live, LiveMessage } from './live.ts';

/** Stale data found within this time is requested once. */
const GATHER_MS = 150;

/** Cached data that follows the live stream. */
export type Followed = {
  /** Current data: the resource, or the pages of a list. */
  held: () => readonly unknown[];
  /** Whether a message makes the data stale without naming it. */
  isOldAfter?: ((message: LiveMessage) => boolean) | undefined;
  /** Applies a message to the data. */
  change: (message: LiveMessage) => void;
  /** Requests all of the data again. */
  reload: () => void;
};

/**
 * Updates cached data from the live stream until the returned function is called. Several messages at once cause one
 * request, a moment later.
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
