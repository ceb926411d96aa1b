import { type KeyboardEvent, type ReactElement, type RefObject, useRef, useState } from 'react';
import { isServerReachable } from '../../fetch-code.ts';
import { lazyPart } from '../lazy-part.tsx';
import type { MenuItem } from './menu-items.ts';

const loadContent = async () => (await import('./dropdown-content.tsx')).DropdownContent;
const LazyContent = lazyPart(loadContent, { isAhead: true });

/** Props that a dropdown passes to its button. */
type TriggerProps = {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerEnter: () => void;
};

type DropdownProps = {
  /** Accessible name of the menu. */
  label: string;
  /** A function is called when the menu opens, for components with many menus. */
  items: readonly MenuItem[] | (() => readonly MenuItem[]);
  trigger: (props: TriggerProps) => ReactElement;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  className?: string | undefined;
};

/** A button with a menu, whose code is fetched on hover or on the first press. */
export function Dropdown({
  label,
  items,
  trigger,
  align = 'end',
  side = 'bottom',
  className,
}: DropdownProps) {
  const triggerRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);

  const handleOpenChange = (next: boolean) => {
    setIsOpen(next);
    setWasOpened(wasOpened || next);
  };
  const triggerProps: TriggerProps = {
    ref: triggerRef,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onClick: () => handleOpenChange(!isOpen),
    onKeyDown: (event) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        handleOpenChange(true);
      }
    },
    onPointerEnter: () => {
      // A prefetch: a failure is reported when the menu is opened.
      if (isServerReachable()) {
        loadContent().catch(() => undefined);
      }
    },
  };
  return (
    <span className={className ?? 'relative inline-flex min-w-0'}>
      {trigger(triggerProps)}
      {wasOpened && (
        <LazyContent
          label={label}
          items={typeof items === 'function' ? items() : items}
          isOpen={isOpen}
          onOpenChange={handleOpenChange}
          triggerRef={triggerRef}
          align={align}
          side={side}
        />
      )}
    </span>
  );
}
