import { useEffect, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { useLive } from '../../../api/hooks.ts';

/** Changes within this time cause one request. */
const WAIT_MS = 400;

/** Reloads the counts of the workspace and its projects. */
export function useRecount(): () => void {
  const { mutate } = useSWRConfig();
  return () => {
    // A failed revalidation is stored as the error of the hook that reads it.
    mutate((key) => typeof key === 'string' && /^\/api\/(accounts|projects|tags)\b/.test(key)).catch(
      () => undefined,
    );
  };
}

/** Updates the counts in the sidebar when scenes change elsewhere. */
export function useLiveCounts(): void {
  const recount = useRecount();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive(({ topic, event }) => {
    if (topic === 'composition' && event?.type !== 'updated') {
      clearTimeout(timer.current);
      timer.current = setTimeout(recount, WAIT_MS);
    }
  });
}
