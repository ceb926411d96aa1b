import { Select } from '../../../components/select/select.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useHoverPreview } from '../../hooks/use-hover-preview.ts';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import { type FieldProps, setValue } from './field-props.ts';

export function SelectControl(props: FieldProps<'select'>) {
  const { spec, label, values, isDisabled } = props;
  const { t } = useEditorTranslations();
  const hoverPreview = useHoverPreview();
  const value = common(values);
  return (
    <Row label={label}>
      <Select
        label={label}
        size="small"
        value={typeof value === 'string' ? value : ''}
        // Option labels are editor messages without placeholders.
        options={spec.options.map((option) => ({
          value: option.value,
          label: t(option.label as 'material.color'),
        }))}
        isDisabled={isDisabled}
        onChange={(next) => setValue(props, next)}
        onReach={(next) => (next === null ? hoverPreview.end() : hoverPreview.begin(props.previewOf(next)))}
      />
    </Row>
  );
}
