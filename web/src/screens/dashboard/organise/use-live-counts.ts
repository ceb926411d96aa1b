import { useEffect, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { useLive } from '../../../api/hooks.ts';

/** Changes that come together are counted once. */
const WAIT_MS = 400;

/** Asks for the counts of the workspace and its projects anew. */
export function useRecount(): () => void {
  const { mutate } = useSWRConfig();
  return () => {
    // A failed revalidation is kept as the error of the hook that reads it.
    mutate((key) => typeof key === 'string' && /^\/api\/(accounts|projects|tags)\b/.test(key)).catch(
      () => undefined,
    );
  };
}

/** Keeps the counts in the sidebar true while scenes come and go elsewhere. */
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
