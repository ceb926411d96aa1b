import { ColorField } from '../color-field.tsx';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import type { FieldProps } from './field-props.ts';

export function ColorControl({
  label,
  values,
  isDisabled,
  onChange,
  onCommit,
  onCancel,
}: FieldProps<'color'>) {
  const value = common(values);
  return (
    <Row label={label}>
      <ColorField
        label={label}
        value={typeof value === 'string' ? value : null}
        isDisabled={isDisabled}
        onChange={(next) => onChange(() => next)}
        onCommit={onCommit}
        onCancel={onCancel}
      />
    </Row>
  );
}
