import { useRef, useState } from 'react';
import classes from './fields.module.css';

const HEX = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i;

/** A colour: the browser's own picker, and its digits. */
export function ColorField({
  label,
  value,
  isDisabled = false,
  onChange,
  onCommit,
}: {
  label: string;
  /** `#rrggbb`; null when several things have different colours. */
  value: string | null;
  isDisabled?: boolean;
  onChange: (value: string) => void;
  onCommit: () => void;
}) {
  const [text, setText] = useState<string | null>(null);
  /** Escape leaves the field too, but takes nothing. */
  const isReverted = useRef(false);
  const commitText = () => {
    const digits = isReverted.current ? undefined : HEX.exec(text?.trim() ?? '')?.[1];
    if (digits) {
      const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
      onChange(`#${long.toLowerCase()}`);
      onCommit();
    }
    isReverted.current = false;
    setText(null);
  };
  return (
    <div className={classes.color}>
      <input
        type="color"
        aria-label={label}
        className={classes.swatch}
        disabled={isDisabled}
        value={value ?? '#808080'}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onCommit}
      />
      <input
        aria-label={`${label} #`}
        className={classes.numberInput}
        spellCheck={false}
        autoComplete="off"
        disabled={isDisabled}
        value={text ?? value ?? ''}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={commitText}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter' || event.key === 'Escape') {
            isReverted.current = event.key === 'Escape';
            event.currentTarget.blur();
          }
        }}
      />
    </div>
  );
}
