import * as DropdownMenu from 'radix-ui/dropdown-menu';
import type { RefObject } from 'react';
import primitives from '../primitives.module.css';
import classes from './menu.module.css';
import { MenuBody } from './menu-body.tsx';
import type { MenuItem } from './menu-items.ts';

type DropdownContentProps = {
  label: string;
  items: readonly MenuItem[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  triggerRef: RefObject<HTMLButtonElement | null>;
  align: 'start' | 'center' | 'end';
  side: 'top' | 'right' | 'bottom' | 'left';
};

/** The open part of a dropdown. */
export function DropdownContent(props: DropdownContentProps) {
  return (
    <DropdownMenu.Root open={props.isOpen} onOpenChange={props.onOpenChange} modal={false}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" tabIndex={-1} className={primitives.layer} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={classes.menu}
          align={props.align}
          side={props.side}
          sideOffset={4}
          collisionPadding={8}
          aria-label={props.label}
          aria-labelledby={undefined}
          loop
          onInteractOutside={(event) => {
            // The trigger's own handler closes the menu on a press; closing twice would open it again.
            if (props.triggerRef.current?.contains(event.target as Node)) {
              event.preventDefault();
            }
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            props.triggerRef.current?.focus();
          }}
        >
          <MenuBody parts={DropdownMenu} items={props.items} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
