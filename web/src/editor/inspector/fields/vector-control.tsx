import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { NumberField } from '../number-field.tsx';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import type { FieldProps } from './field-props.ts';

/** Row of number fields; each component is changed independently, also across several nodes. */
export function VectorControl({
  spec,
  label,
  values,
  isDisabled,
  onChange,
  onCommit,
  onCancel,
}: FieldProps<'vector'>) {
  const { t } = useEditorTranslations();
  return (
    <Row label={label} isVector>
      {spec.axes.map((axis, i) => (
        <NumberField
          key={axis}
          label={t('inspector.axis', { field: label, axis: axis.toUpperCase() })}
          glyph={axis.toUpperCase()}
          axis={axis}
          value={common(values.map((one) => (Array.isArray(one) ? Number(one[i]) : 0)))}
          spec={spec}
          isDisabled={isDisabled}
          onChange={(next) => onChange((before) => (Array.isArray(before) ? before.with(i, next) : before))}
          onCommit={onCommit}
          onCancel={onCancel}
        />
      ))}
    </Row>
  );
}
