import * as Radix from 'radix-ui/slider';
import classes from './slider.module.css';

/** A slider. `onChange` receives each step of a drag, `onCommit` its final value. */
export function Slider({
  label,
  value,
  min,
  max,
  step,
  isDisabled = false,
  onChange,
  onCommit,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  isDisabled?: boolean;
  onChange: (value: number) => void;
  onCommit?: (value: number) => void;
}) {
  return (
    <Radix.Root
      className={classes.slider}
      value={[value]}
      min={min}
      max={max}
      step={step}
      disabled={isDisabled}
      onValueChange={([next = value]) => onChange(next)}
      onValueCommit={([next = value]) => onCommit?.(next)}
    >
      <Radix.Track className="relative h-[4px] flex-1 rounded-round bg-(--surface-3)">
        <Radix.Range className={classes.range} />
      </Radix.Track>
      <Radix.Thumb
        className="block rounded-full bg-(--on-primary) shadow-floating size-[14px]"
        aria-label={label}
      />
    </Radix.Root>
  );
}
