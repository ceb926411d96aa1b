import * as Radix from 'radix-ui/context-menu';
import type { ReactNode } from 'react';
import classes from './menu.module.css';
import { MenuBody } from './menu-body.tsx';
import type { MenuItem } from './menu-items.ts';

/** Menu of a right click or a long press on its child: one element that takes a ref. */
export function ContextMenu({
  label,
  items,
  onOpenChange,
  children,
}: {
  label: string;
  items: readonly MenuItem[];
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Radix.Root modal={false} {...(onOpenChange && { onOpenChange })}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={classes.menu} collisionPadding={8} aria-label={label} loop>
          <MenuBody parts={Radix} items={items} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
