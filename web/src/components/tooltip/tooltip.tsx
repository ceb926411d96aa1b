import * as Radix from 'radix-ui/tooltip';
import { useEffect, useId } from 'react';
import classes from './tooltip.module.css';

type Side = 'top' | 'right' | 'bottom' | 'left';

/** Tooltip of an element, with its text and shortcut, where the window has room for it. */
export function Tooltip({ target }: { target: HTMLElement }) {
  const id = useId();
  const { left, top, width, height } = target.getBoundingClientRect();
  const { tooltip: text, tooltipShortcut: shortcut, tooltipSide: side = 'bottom' } = target.dataset;
  // Screen readers read the name of the element in any case.
  const isKnown = shortcut === undefined && text === target.ariaLabel;
  useEffect(() => {
    if (isKnown || target.hasAttribute('aria-describedby')) {
      return;
    }
    target.setAttribute('aria-describedby', id);
    return () => target.removeAttribute('aria-describedby');
  }, [target, id, isKnown]);
  return (
    <Radix.Provider>
      <Radix.Root open>
        {/* Stands where the element is, which keeps its own props. */}
        <Radix.Trigger asChild>
          <span
            aria-hidden="true"
            className="fixed pointer-events-none"
            style={{ left, top, width, height }}
          />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            id={id}
            className={classes.tooltip}
            side={side as Side}
            sideOffset={6}
            collisionPadding={8}
          >
            {text}
            {shortcut !== undefined && <kbd className="text-(--text-3)">{shortcut}</kbd>}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
