import { useSyncExternalStore } from 'react';

/** Whether there is only room for one thing at a time. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 767.98px)');
}

/** Whether the main way to point is a finger. */
export function useIsTouch(): boolean {
  return useMedia('(pointer: coarse)');
}

function useMedia(text: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(text);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => window.matchMedia(text).matches,
  );
}
