import { Suspense } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import classes from './scrollbar.module.css';
import type { ScrollbarProps } from './scrollbar-content.tsx';

const LazyScrollbar = lazyComponent<ScrollbarProps>(
  async () => (await import('./scrollbar-content.tsx')).ScrollbarContent,
);

/** A part that scrolls; until the code of our own bar is there, with the browser's. */
export function Scrollbar({ children }: ScrollbarProps) {
  return (
    <Suspense fallback={<div className={classes.plain}>{children}</div>}>
      <LazyScrollbar>{children}</LazyScrollbar>
    </Suspense>
  );
}
