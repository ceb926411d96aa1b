import { Check, ChevronDown } from 'lucide-react';
import * as Radix from 'radix-ui/select';
import { type PointerEvent, useRef } from 'react';
import { classNames } from '../class-names.ts';
import classes from './select.module.css';

export type SelectOption<Value extends string> = { value: Value; label: string; isDisabled?: boolean };

/** A list that moved by less than this, in CSS pixels, has the same line under the pointer. */
const STILL = 4;

/**
 * Keeps a press from choosing a line that came under the pointer because the list moved: what counts is where the list was
 * when the pointer last did.
 */
function useStillList() {
  const top = useRef<number | null>(null);
  const topOf = ({ currentTarget }: PointerEvent<HTMLElement>) => currentTarget.getBoundingClientRect().top;
  return {
    onPointerMoveCapture: (event: PointerEvent<HTMLElement>) => {
      // Browsers also report a move when what is below the pointer does.
      if (top.current === null || event.movementX !== 0 || event.movementY !== 0) {
        top.current = topOf(event);
      }
    },
    onPointerUpCapture: (event: PointerEvent<HTMLElement>) => {
      const before = top.current;
      top.current = topOf(event);
      if (event.pointerType === 'mouse' && before !== null && Math.abs(top.current - before) > STILL) {
        event.stopPropagation();
      }
    },
    onPointerLeave: () => {
      top.current = null;
    },
  };
}

/** A select for a few values. */
export function Select<Value extends string>({
  label,
  value,
  options,
  size = 'default',
  isDisabled = false,
  onChange,
  onReach,
}: {
  /** Accessible name; render a visible label beside it. */
  label: string;
  value: Value;
  options: readonly SelectOption<Value>[];
  size?: 'large' | 'default' | 'small';
  isDisabled?: boolean;
  onChange: (value: Value) => void;
  /** Called with the hovered or focused value; null when none is. */
  onReach?: (value: Value | null) => void;
}) {
  const guard = useStillList();
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
