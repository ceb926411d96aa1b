import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import classes from './field.module.css';
import { FieldFrame, type FieldWords } from './field-frame.tsx';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'size'> &
  FieldWords & {
    size?: 'large' | 'default' | 'small';
    icon?: ReactNode;
    /** A small button at the end of the field. */
    action?: ReactNode;
  };

/** A line of text with its label, hint and error. */
export function TextField({
  label,
  isLabelHidden,
  hint,
  error,
  size = 'default',
  icon,
  action,
  ...props
}: TextFieldProps) {
  return (
    <FieldFrame {...{ id: props.id, label, isLabelHidden, hint, error }}>
      {(ties) => (
        <div className={classes.box}>
          {icon !== undefined && <span className={classes.icon}>{icon}</span>}
          <input
            {...props}
            {...ties}
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
      )}
    </FieldFrame>
  );
}
