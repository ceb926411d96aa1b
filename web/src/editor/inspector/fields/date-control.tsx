import classes from '../fields.module.css';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import type { FieldProps } from './field-props.ts';

/** A moment, in the person's own time zone. */
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
            // Half a date is none yet.
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

/** As the browser's field wants it: local, without a zone. */
function localText(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, 16);
}
