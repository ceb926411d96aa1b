import fieldClasses from '../field/field.module.css';
import { Select, type SelectProps } from './select.tsx';

/** A select with its label and hint in the style of a text field. */
export function SelectField<Value extends string>({
  hint,
  ...props
}: SelectProps<Value> & { hint?: string }) {
  return (
    <div className={fieldClasses.field}>
      <span className={fieldClasses.label}>{props.label}</span>
      <Select {...props} />
      {hint !== undefined && <p className={fieldClasses.hint}>{hint}</p>}
    </div>
  );
}
