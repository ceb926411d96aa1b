import { NotedField } from './field-note.tsx';
import classes from './fields.module.css';
import { Row } from './row.tsx';
import { MAX_NAME, useNameDraft } from './use-name-draft.ts';

/** Inspector row for a name. */
export function NameRow({
  label,
  value,
  isDisabled,
  onCommit,
}: {
  label: string;
  value: string;
  isDisabled: boolean;
  onCommit: (value: string) => void;
}) {
  const { note, props } = useNameDraft({ name: value, onCommit });
  return (
    <Row label={label}>
      <NotedField note={note}>
        <div className={classes.number}>
          <input
            aria-label={label}
            dir="auto"
            className={classes.numberInput}
            autoComplete="off"
            maxLength={MAX_NAME}
            disabled={isDisabled}
            {...note.props}
            {...props}
          />
        </div>
      </NotedField>
    </Row>
  );
}
