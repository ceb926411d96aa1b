import * as Radix from 'radix-ui/popover';
import type { ReactNode } from 'react';
import classes from './popover.module.css';

/** A small panel that hangs from its trigger: one element that takes a ref. */
export function Popover({
  label,
  trigger,
  side = 'bottom',
  align = 'start',
  offset = 6,
  isOpen,
  onOpenChange,
  onEscape,
  children,
}: {
  label: string;
  trigger: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  /** How far from its trigger, in CSS pixels. */
  offset?: number;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Escape is about to close it. */
  onEscape?: () => void;
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
          sideOffset={offset}
          collisionPadding={8}
          onOpenAutoFocus={focusWithoutKeyboard}
          {...(onEscape && { onEscapeKeyDown: onEscape })}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Where a finger points, a field that has the focus would cover half of the screen with a keyboard nobody asked for. */
function focusWithoutKeyboard(event: Event): void {
  if (event.currentTarget instanceof HTMLElement && matchMedia('(pointer: coarse)').matches) {
    event.preventDefault();
    event.currentTarget.focus();
  }
}
