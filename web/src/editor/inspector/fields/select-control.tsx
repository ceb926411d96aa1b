import { Select } from '../../../components/select/select.tsx';
import { useFitting } from '../../hooks/use-fitting.ts';
import { useWords } from '../../hooks/use-words.ts';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import { type FieldProps, setValue } from './field-props.ts';

export function SelectControl(props: FieldProps<'select'>) {
  const { spec, label, values, isDisabled } = props;
  const { t } = useWords();
  const fitting = useFitting();
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
        onReach={(next) => (next === null ? fitting.end() : fitting.begin(props.tryOn(next)))}
      />
    </Row>
  );
}
