import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import classes from './field.module.css';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'size'> & {
  label: string;
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean;
  hint?: string | undefined;
  /** What is wrong with the value; marks the field and is read out. */
  error?: ReactNode;
  size?: 'large' | 'default' | 'small';
  icon?: ReactNode;
  /** A small button inside of the field's end. */
  action?: ReactNode;
};

/** A line of text with its label, hint and error. */
export function TextField({
  label,
  isLabelHidden = false,
  hint,
  error,
  size = 'default',
  icon,
  action,
  ...props
}: TextFieldProps) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const hasError = error !== undefined && error !== null && error !== '';
  const describedBy = hasError ? `${id}-error` : hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={isLabelHidden ? classes.hidden : classes.label}>
        {label}
      </label>
      <div className={classes.box}>
        {icon !== undefined && <span className={classes.icon}>{icon}</span>}
        <input
          {...props}
          id={id}
          aria-invalid={hasError || undefined}
          aria-describedby={describedBy}
          className={classNames(
            classes.input,
            classes[size],
            icon !== undefined && classes.withIcon,
            action !== undefined && classes.withAction,
            props.className,
          )}
        />
        {action !== undefined && <span className={classes.action}>{action}</span>}
      </div>
      {hasError ? (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </p>
      ) : (
        hint !== undefined && (
          <p id={`${id}-hint`} className={classes.hint}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
