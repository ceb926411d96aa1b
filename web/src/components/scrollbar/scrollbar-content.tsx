import * as ScrollArea from 'radix-ui/scroll-area';
import type { ReactNode } from 'react';
import classes from './scrollbar.module.css';

export type ScrollbarProps = { children: ReactNode };

/** A scrolling container with a custom thin scrollbar. */
export function ScrollbarContent({ children }: ScrollbarProps) {
  return (
    <ScrollArea.Root className="relative overflow-hidden min-h-0 flex-1" type="hover">
      <ScrollArea.Viewport className={classes.viewport}>{children}</ScrollArea.Viewport>
      {(['vertical', 'horizontal'] as const).map((orientation) => (
        <ScrollArea.Scrollbar key={orientation} orientation={orientation} className={classes.bar}>
          <ScrollArea.Thumb className="flex-1 rounded-round bg-(--hairline-strong) hover:bg-(--text-3)" />
        </ScrollArea.Scrollbar>
      ))}
    </ScrollArea.Root>
  );
}
