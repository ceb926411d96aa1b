import type { ComponentType } from 'react';
import type { FieldProps } from './field-props.ts';
import { fieldControls } from './index.ts';

/** Value with the control of its type. */
export function Field(props: FieldProps) {
  // The table pairs each type with its control; a union of types cannot express that pairing.
  const Control = fieldControls[props.spec.kind] as ComponentType<FieldProps>;
  return <Control {...props} />;
}
