import { type ReactNode, useId } from 'react';
import classes from './field.module.css';

/** What every kind of field says about itself. */
export type FieldWords = {
  label: string;
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean | undefined;
  hint?: string | undefined;
  /** What is wrong with the value; marks the field and is read out. */
  error?: ReactNode;
};

/** What ties a control to the words around it. */
export type FieldTies = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

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
      <label htmlFor={id} className={isLabelHidden ? classes.hidden : classes.label}>
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
