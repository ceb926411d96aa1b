import { useSyncExternalStore } from 'react';
import { serverNow } from '../api/server-time.ts';

const STEP_MS = 15_000;

/** Current time in milliseconds, in steps of 15 seconds, so that relative dates stay correct while a page is open. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, currentStep);
}

/** Start of the current step. Rounding down never makes a date look older than it is; later dates count as now. */
export function currentStep(): number {
  return Math.floor(serverNow() / STEP_MS) * STEP_MS;
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, STEP_MS);
  return () => clearInterval(timer);
}
