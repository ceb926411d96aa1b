import { lengthRange } from '@diorama/shared/scene/nodes/ranges.ts';
import { type ReactNode, useId } from 'react';
import { Select, type SelectOption } from '../../components/select/select.tsx';
import { NumberField } from '../inspector/number-field.tsx';
import classes from './tool-bar.module.css';

/** Tool settings, in a bar over the viewport. */
export function ToolBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className={classes.bar}>
      {children}
    </section>
  );
}

/** Choice among a few visible options. */
export function Choices<Value extends string>({
  label,
  value,
  options,
  isNameShown = true,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  isNameShown?: boolean;
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-center gap-1.5">
      <span id={id} className="text-(--text-2) text-12 whitespace-nowrap" hidden={!isNameShown}>
        {label}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own */}
      <div
        role="group"
        aria-labelledby={id}
        className="flex flex-wrap p-0.5 rounded-control bg-(--surface-2)"
      >
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            className={classes.choice}
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value)}
          >
            {option.label}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Choice in a menu, for rarely changed settings. */
export function Choice<Value extends string>({
  label,
  ...select
}: {
  label: string;
  value: Value;
  options: readonly SelectOption<Value>[];
  onChange: (value: Value) => void;
}) {
  return (
    <div className="flex items-center gap-1.5">
      <span aria-hidden="true" className="text-(--text-2) text-12 whitespace-nowrap">
        {label}
      </span>
      <Select label={label} size="small" {...select} />
    </div>
  );
}

/** Length setting of a tool; not part of the scene, so without undo. */
export function LengthSetting({
  label,
  value,
  min = lengthRange.min,
  onChange,
}: {
  label: string;
  value: number;
  min?: number;
  onChange: (value: number) => void;
}) {
  return (
    <div className="flex items-center gap-1.5">
      <span aria-hidden="true" className="text-(--text-2) text-12 whitespace-nowrap">
        {label}
      </span>
      <div className="w-[4.25rem]">
        <NumberField
          label={label}
          value={value}
          spec={{ ...lengthRange, min }}
          onChange={onChange}
          onCommit={() => undefined}
          onCancel={() => undefined}
        />
      </div>
    </div>
  );
}
