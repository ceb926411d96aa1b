import type { ComponentProps } from 'react';
import { useNetworkGuard } from '../../hooks/use-network-guard.ts';
import { classNames } from '../class-names.ts';
import hiddenClasses from '../visually-hidden.module.css';
import classes from './field.module.css';

type CheckProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & {
  label: string;
  /** Shows the label to screen readers only. */
  isLabelHidden?: boolean;
};

/** A checkbox with its label; takes effect when the form is sent. */
export function Checkbox({ label, isLabelHidden = false, ...props }: CheckProps) {
  return (
    <label className={classes.checkRow}>
      <input {...props} type="checkbox" className={classNames(classes.checkbox, props.className)} />
      {isLabelHidden ? <span className={hiddenClasses.hidden}>{label}</span> : label}
    </label>
  );
}

/** Ref of a checkbox that shows neither state, which only a property of the element can set. */
export function indeterminateRef(isIndeterminate: boolean): (checkbox: HTMLInputElement | null) => void {
  return (checkbox) => {
    if (checkbox) {
      checkbox.indeterminate = isIndeterminate;
    }
  };
}

/** A switch with its label before it; takes effect at once. One that needs the server is disabled without a connection. */
export function Switch({
  label,
  needsServer = false,
  ...props
}: Omit<CheckProps, 'isLabelHidden'> & { needsServer?: boolean }) {
  const { reason, refuse } = useNetworkGuard();
  const isRefused = needsServer && reason !== null;
  return (
    <label className={classNames(classes.checkRow, classes.spread)} title={isRefused ? reason : undefined}>
      <input
        {...props}
        {...(isRefused && { 'aria-disabled': true, onClick: refuse })}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has a native state
        role="switch"
        className={classNames(classes.switch, props.className)}
      />
      {label}
    </label>
  );
}
