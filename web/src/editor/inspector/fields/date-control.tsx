import classes from '../fields.module.css';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import type { FieldProps } from './field-props.ts';

/** Date and time in the user's time zone. */
export function DateControl({ label, values, isDisabled, onChange, onCommit, onCancel }: FieldProps<'date'>) {
  const value = common(values);
  return (
    <Row label={label} isVector>
      <div className={classes.number}>
        <input
          type="datetime-local"
          aria-label={label}
          className={classes.numberInput}
          disabled={isDisabled}
          value={typeof value === 'string' ? localText(new Date(value)) : ''}
          onChange={(event) => {
            const at = new Date(event.currentTarget.value);
            // An incomplete date is not committed.
            if (!Number.isNaN(at.getTime())) {
              onChange(() => at.toISOString());
            }
          }}
          onBlur={onCommit}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === 'Escape') {
              onCancel();
            }
            if (event.key === 'Escape' || event.key === 'Enter') {
              event.currentTarget.blur();
            }
          }}
        />
      </div>
    </Row>
  );
}

/** Value of the browser's date field: local time without a zone. */
function localText(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, 16);
}
