import { useDraft } from '../hooks/use-draft.ts';
import classes from './fields.module.css';
import { Row } from './row.tsx';

/** A line of text with its label. Empty text is not taken. */
export function TextRow({
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
  const draft = useDraft({
    shown: value,
    onTake: (text) => {
      const trimmed = text.trim();
      if (trimmed !== '' && trimmed !== value) {
        onCommit(trimmed.slice(0, 200));
      }
    },
  });
  return (
    <Row label={label}>
      <div className={classes.number}>
        <input
          aria-label={label}
          className={classes.numberInput}
          autoComplete="off"
          maxLength={200}
          disabled={isDisabled}
          {...draft.props}
        />
      </div>
    </Row>
  );
}
