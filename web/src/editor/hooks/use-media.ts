import { useSyncExternalStore } from 'react';

/** Layout sizes: panels beside the scene, one overlay at a time, or sheets from the bottom. */
export const LAYOUT_SIZES = ['wide', 'compact', 'phone'] as const;
export type LayoutSize = (typeof LAYOUT_SIZES)[number];

export function useLayoutSize(): LayoutSize {
  const isPhone = useMedia('(max-width: 767.98px)');
  const isCompact = useMedia('(max-width: 1199.98px)');
  return isPhone ? 'phone' : isCompact ? 'compact' : 'wide';
}

/** Whether the primary pointer is touch. */
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

/** Side of an inspector field's popover: left, or top where the inspector overlays the scene. */
export function useShelfSide(): 'left' | 'top' {
  return useLayoutSize() === 'wide' ? 'left' : 'top';
}
