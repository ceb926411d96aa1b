import * as Radix from 'radix-ui/popover';
import type { ReactNode } from 'react';
import classes from './popover.module.css';

/** A small panel beside its trigger: one element that takes a ref. */
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
  /** Distance from its trigger, in CSS pixels. */
  offset?: number;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Called before Escape closes the popover. */
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

/** Prevents the focus of a field on touch screens, where the on-screen keyboard would cover half of the screen. */
function focusWithoutKeyboard(event: Event): void {
  if (event.currentTarget instanceof HTMLElement && matchMedia('(pointer: coarse)').matches) {
    event.preventDefault();
    event.currentTarget.focus();
  }
}
