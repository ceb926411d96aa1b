import { useSyncExternalStore } from 'react';
import { serverNow } from '../api/server-time.ts';

const STEP_MS = 15_000;

/** The time in milliseconds, to the quarter of a minute, so that relative dates stay true while a page is open. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, currentStep);
}

/** The last step that is over: nothing is told to be older than it is, and what is newer counts as of now. */
export function currentStep(): number {
  return Math.floor(serverNow() / STEP_MS) * STEP_MS;
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, STEP_MS);
  return () => clearInterval(timer);
}
