import { useRef, useState } from 'react';
import classes from './fields.module.css';
import { Row } from './row.tsx';

/** A line of text: Enter takes it, Escape puts back what it was. Empty text is not taken. */
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
  const [text, setText] = useState<string | null>(null);
  /** Escape leaves the field too, but takes nothing. */
  const isReverted = useRef(false);
  const commit = () => {
    const trimmed = isReverted.current ? '' : (text?.trim() ?? '');
    if (trimmed !== '' && trimmed !== value) {
      onCommit(trimmed.slice(0, 200));
    }
    isReverted.current = false;
    setText(null);
  };
  return (
    <Row label={label}>
      <div className={classes.number}>
        <input
          aria-label={label}
          className={classes.numberInput}
          autoComplete="off"
          maxLength={200}
          disabled={isDisabled}
          value={text ?? value}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === 'Enter') {
              event.currentTarget.blur();
            } else if (event.key === 'Escape') {
              setText(null);
              event.currentTarget.value = value;
            }
          }}
        />
      </div>
    </Row>
  );
}
