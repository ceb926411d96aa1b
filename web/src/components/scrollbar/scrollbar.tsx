import { Suspense } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import type { ScrollbarProps } from './scrollbar-content.tsx';

const LazyScrollbar = lazyComponent(async () => (await import('./scrollbar-content.tsx')).ScrollbarContent);

/** A scrolling container. It stays empty until the scrollbar's code has loaded, so that its children never remount. */
export function Scrollbar({ children }: ScrollbarProps) {
  return (
    <Suspense fallback={<div className="min-h-0 flex-1" />}>
      <LazyScrollbar>{children}</LazyScrollbar>
    </Suspense>
  );
}
