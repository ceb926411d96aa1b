import { NumberField } from '../number-field.tsx';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import type { FieldProps } from './field-props.ts';

export function NumberControl({
  spec,
  label,
  values,
  isDisabled,
  fit,
  onChange,
  onCommit,
  onCancel,
}: FieldProps<'number'>) {
  const value = common(values);
  return (
    <Row label={label}>
      <NumberField
        label={label}
        glyph="↔"
        value={typeof value === 'number' ? value : null}
        spec={spec}
        fit={fit}
        isDisabled={isDisabled}
        onChange={(next) => onChange(() => next)}
        onCommit={onCommit}
        onCancel={onCancel}
      />
    </Row>
  );
}
