import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import classes from './field.module.css';
import { FieldFrame, type FieldWords } from './field-frame.tsx';

/** Several lines of text with their label, hint and error. */
export function TextArea({
  label,
  isLabelHidden,
  hint,
  error,
  ...props
}: ComponentProps<'textarea'> & FieldWords) {
  return (
    <FieldFrame {...{ id: props.id, label, isLabelHidden, hint, error }}>
      {(ties) => (
        <textarea
          rows={5}
          {...props}
          {...ties}
          className={classNames(classes.input, classes.area, props.className)}
        />
      )}
    </FieldFrame>
  );
}
