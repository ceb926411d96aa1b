import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
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
      {isLabelHidden ? <span className={classes.hidden}>{label}</span> : label}
    </label>
  );
}

/** A switch with its label before it; takes effect at once. */
export function Switch({ label, ...props }: Omit<CheckProps, 'isLabelHidden'>) {
  return (
    <label className={classNames(classes.checkRow, classes.spread)}>
      <input
        {...props}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state
        role="switch"
        className={classNames(classes.switch, props.className)}
      />
      {label}
    </label>
  );
}
