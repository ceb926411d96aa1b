import { Check, ChevronDown } from 'lucide-react';
import * as Radix from 'radix-ui/select';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useNetworkGuard } from '../../hooks/use-network-guard.ts';
import { classNames } from '../class-names.ts';
import classes from './select.module.css';

/** A list that moved by less than this, in CSS pixels, has the same line under the pointer. */
const STILL = 4;

export type SelectOption<Value extends string> = { value: Value; label: string; isDisabled?: boolean };

export type SelectProps<Value extends string> = {
  /** Accessible name; render a visible label beside it. */
  label: string;
  value: Value;
  options: readonly SelectOption<Value>[];
  size?: 'large' | 'default' | 'small';
  isDisabled?: boolean;
  /** Whether each change is sent at once; without a connection the select is disabled and names the reason. */
  needsServer?: boolean;
  onChange: (value: Value) => void;
  /** Called with the hovered or focused value; null when none is. */
  onReach?: (value: Value | null) => void;
};

/** A select for a few values. */
export function Select<Value extends string>({
  label,
  value,
  options,
  size = 'default',
  isDisabled = false,
  needsServer = false,
  onChange,
  onReach,
}: SelectProps<Value>) {
  const [guard] = useState(createStillListGuard);
  const { reason, refuse } = useNetworkGuard();
  return (
    <Radix.Root
      value={value}
      disabled={isDisabled}
      onValueChange={(next) => onChange(next as Value)}
      {...(onReach && { onOpenChange: () => onReach(null) })}
    >
      <Radix.Trigger
        aria-label={label}
        // Long labels are truncated.
        title={options.find((option) => option.value === value)?.label}
        className={classNames(classes.trigger, classes[size])}
        {...(needsServer && reason !== null && refusal(reason, refuse))}
      >
        <Radix.Value />
        <Radix.Icon>
          <ChevronDown size={16} aria-hidden="true" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={classes.content}
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          {...guard}
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.isDisabled ?? false}
                className={classes.item}
                {...(onReach && { onFocus: () => onReach(option.value), onBlur: () => onReach(null) })}
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator>
                  <Check size={16} aria-hidden="true" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Keys that open a select. */
const OPEN_KEYS: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowUp', 'ArrowDown']);

/** Props of a trigger without a connection: each way to open the list gives the reason instead. */
function refusal(reason: string, refuse: (event: { preventDefault: () => void }) => void) {
  return {
    'aria-disabled': true,
    title: reason,
    onPointerDown: (event: PointerEvent) => event.preventDefault(),
    onClick: refuse,
    onKeyDown: (event: KeyboardEvent) => {
      if (OPEN_KEYS.has(event.key)) {
        refuse(event);
      } else if (event.key.length === 1) {
        // Typing would choose by the first letter.
        event.preventDefault();
      }
    },
  };
}

/**
 * Pointer handlers of an open list that ignore a press if the list moved under the resting mouse pointer. The line below
 * the pointer is then not the one that the user aimed at.
 */
export function createStillListGuard() {
  let top: number | null = null;
  const topOf = ({ currentTarget }: PointerEvent<HTMLElement>) => currentTarget.getBoundingClientRect().top;
  return {
    onPointerMoveCapture: (event: PointerEvent<HTMLElement>) => {
      // Browsers also report a move without movement when the list moves below the pointer.
      if (top === null || event.movementX !== 0 || event.movementY !== 0) {
        top = topOf(event);
      }
    },
    onPointerUpCapture: (event: PointerEvent<HTMLElement>) => {
      const before = top;
      top = topOf(event);
      if (event.pointerType === 'mouse' && before !== null && Math.abs(top - before) > STILL) {
        event.stopPropagation();
      }
    },
    onPointerLeave: () => {
      top = null;
    },
  };
}
