import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import classes from './popover.module.css';

/** A small panel that hangs from its trigger: one element that takes a ref. */
export function Popover({
  label,
  trigger,
  side = 'bottom',
  align = 'start',
  isOpen,
  onOpenChange,
  children,
}: {
  label: string;
  trigger: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Radix.Root {...(isOpen !== undefined && { open: isOpen })} {...(onOpenChange && { onOpenChange })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={classes.popover}
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
