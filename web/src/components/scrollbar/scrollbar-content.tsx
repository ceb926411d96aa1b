import * as ScrollArea from 'radix-ui/scroll-area';
import type { ReactNode } from 'react';
import classes from './scrollbar.module.css';

export type ScrollbarProps = { children: ReactNode };

/** A scrolling container with a custom thin scrollbar. */
export function ScrollbarContent({ children }: ScrollbarProps) {
  return (
    <ScrollArea.Root className={classes.root} type="hover">
      <ScrollArea.Viewport className={classes.viewport}>{children}</ScrollArea.Viewport>
      {(['vertical', 'horizontal'] as const).map((orientation) => (
        <ScrollArea.Scrollbar key={orientation} orientation={orientation} className={classes.bar}>
          <ScrollArea.Thumb className={classes.thumb} />
        </ScrollArea.Scrollbar>
      ))}
    </ScrollArea.Root>
  );
}
