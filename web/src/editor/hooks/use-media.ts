import { useSyncExternalStore } from 'react';

/** How much room there is: panels stand beside the scene, lie over it one at a time, or come from below. */
export type Room = 'wide' | 'compact' | 'phone';

export function useRoom(): Room {
  const isPhone = useMedia('(max-width: 767.98px)');
  const isCompact = useMedia('(max-width: 1199.98px)');
  return isPhone ? 'phone' : isCompact ? 'compact' : 'wide';
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

/** Where what hangs from a field of the inspector has room: beside that, or above the field where it lies over the scene. */
export function useShelfSide(): 'left' | 'top' {
  return useRoom() === 'wide' ? 'left' : 'top';
}
