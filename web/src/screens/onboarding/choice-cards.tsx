import type { ReactNode } from 'react';
import primitives from '../../components/primitives.module.css';
import hiddenClasses from '../../components/visually-hidden.module.css';
import classes from './onboarding.module.css';

type Choice<Value extends string> = { value: Value; title: string; text: string; picture: ReactNode };

/** Radio buttons with pictures; arrow keys move between them. */
export function ChoiceCards<Value extends string>({
  label,
  name,
  value,
  choices,
  error,
  onChange,
}: {
  label: string;
  name: string;
  value: Value | null;
  choices: readonly Choice<Value>[];
  error?: string | undefined;
  onChange: (value: Value) => void;
}) {
  const errorId = `${name}-error`;
  return (
    <fieldset className={primitives.fieldset} aria-describedby={error === undefined ? undefined : errorId}>
      <legend className={hiddenClasses.hidden}>{label}</legend>
      <div className={classes.cards}>
        {choices.map((choice) => (
          <label key={choice.value} className={classes.card}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              aria-invalid={error === undefined ? undefined : true}
              onChange={() => onChange(choice.value)}
            />
            <span className="grid text-(--primary-text) justify-items-start mb-2">{choice.picture}</span>
            <span className="font-semibold">{choice.title}</span>
            <span className={primitives.muted}>{choice.text}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={errorId} className="mt-2 text-(--error) text-13" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
