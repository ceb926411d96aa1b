import type { ComponentType } from 'react';
import type { FieldProps } from './field-props.ts';
import { fieldControls } from './index.ts';

/** One value with the control that its type has. */
export function Field(props: FieldProps) {
  // The table pairs each type with its control; a union of types cannot express that pairing.
  const Control = fieldControls[props.spec.kind] as ComponentType<FieldProps>;
  return <Control {...props} />;
}
