import * as Radix from 'radix-ui/tooltip';
import type { ReactNode } from 'react';
import classes from './tooltip.module.css';

const DELAY_MS = 400;

/** Lets tooltips below it follow each other without a delay; the editor wraps its panels in one. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={DELAY_MS}>{children}</Radix.Provider>;
}

/** A tooltip with a shortcut for its child: one element that takes a ref. It never contains essential information. */
export function Tooltip({
  text,
  shortcut,
  side = 'bottom',
  children,
}: {
  text: string;
  shortcut?: string | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left';
  children: ReactNode;
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={classes.tooltip} side={side} sideOffset={6} collisionPadding={8}>
          {text}
          {shortcut !== undefined && <kbd className={classes.shortcut}>{shortcut}</kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
