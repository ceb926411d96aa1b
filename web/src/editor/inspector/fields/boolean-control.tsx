import { Switch } from '../../../components/field/checkbox.tsx';
import { common } from '../use-patch.ts';
import { type FieldProps, setValue } from './field-props.ts';

export function BooleanControl(props: FieldProps<'boolean'>) {
  const { label, values, isDisabled } = props;
  return (
    <Switch
      label={label}
      checked={common(values) === true}
      disabled={isDisabled}
      onChange={(event) => setValue(props, event.currentTarget.checked)}
    />
  );
}
