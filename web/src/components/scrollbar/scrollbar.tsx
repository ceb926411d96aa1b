import { Suspense } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import classes from './scrollbar.module.css';
import type { ScrollbarProps } from './scrollbar-content.tsx';

const LazyScrollbar = lazyComponent<ScrollbarProps>(
  async () => (await import('./scrollbar-content.tsx')).ScrollbarContent,
);

/** A part that scrolls; empty until the code of its bar is there, so that nothing in it is made anew under somebody's hands. */
export function Scrollbar({ children }: ScrollbarProps) {
  return (
    <Suspense fallback={<div className={classes.room} />}>
      <LazyScrollbar>{children}</LazyScrollbar>
    </Suspense>
  );
}
