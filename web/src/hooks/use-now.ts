import { useSyncExternalStore } from 'react';
import { serverNow } from '../api/server-time.ts';

const MINUTE_MS = 60_000;

/** The time in milliseconds, to the minute, so that relative dates stay true while a page is open. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, currentMinute);
}

/** The minute to come, so that something of this minute is never in the future. */
function currentMinute(): number {
  return Math.ceil(serverNow() / MINUTE_MS) * MINUTE_MS;
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE_MS / 4);
  return () => clearInterval(timer);
}
