import { Check, ChevronDown } from 'lucide-react';
import * as Radix from 'radix-ui/select';
import { useState } from 'react';
import { classNames } from '../class-names.ts';
import classes from './select.module.css';
import { createStillListGuard } from './still-list-guard.ts';

export type SelectOption<Value extends string> = { value: Value; label: string; isDisabled?: boolean };

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
  const [guard] = useState(createStillListGuard);
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
