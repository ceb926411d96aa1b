import { type ReactNode, useId } from 'react';
import hiddenClasses from '../visually-hidden.module.css';
import classes from './field.module.css';

/** Label and messages that every kind of field has. */
export type FieldWords = {
  label: string;
  /** Shows the label to screen readers only. */
  isLabelHidden?: boolean | undefined;
  hint?: string | undefined;
  /** Error of the value; marks the field and is announced. */
  error?: ReactNode;
};

/** Attributes that connect a control with its label and messages. */
type FieldTies = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

/** A control with its label above and its hint or error below. */
export function FieldFrame({
  id: givenId,
  label,
  isLabelHidden = false,
  hint,
  error,
  children,
}: FieldWords & { id?: string | undefined; children: (ties: FieldTies) => ReactNode }) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const hasError = error !== undefined && error !== null && error !== '';
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={isLabelHidden ? hiddenClasses.hidden : classes.label}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': hasError || undefined,
        'aria-describedby': hasError ? `${id}-error` : hint === undefined ? undefined : `${id}-hint`,
      })}
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
