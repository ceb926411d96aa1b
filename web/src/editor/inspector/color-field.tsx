import { useDraft } from '../hooks/use-draft.ts';
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
  const draft = useDraft({
    shown: value ?? '',
    onTake: (text) => {
      const digits = HEX.exec(text.trim())?.[1];
      if (digits) {
        const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
        onChange(`#${long.toLowerCase()}`);
        onCommit();
      }
    },
  });
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
        onFocus={(event) => event.currentTarget.select()}
        {...draft.props}
      />
    </div>
  );
}
