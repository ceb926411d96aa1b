import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

/** The time in milliseconds, to the minute, so that relative dates stay true while a page is open. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, currentMinute);
}

/** The minute to come, so that something of this minute is never in the future. */
function currentMinute(): number {
  return Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE_MS / 4);
  return () => clearInterval(timer);
}
