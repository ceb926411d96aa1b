import { type ChangeEvent, useState } from 'react';

type Values<Name extends string> = Record<Name, string>;
type Errors<Name extends string> = Partial<Record<Name, string>>;

/** Values of a form with their errors. */
export type FormState<Name extends string> = {
  values: Values<Name>;
  /** Props of one text field or area. */
  input: (name: Name) => {
    name: Name;
    value: string;
    error: string | undefined;
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  };
  /** Runs the check and shows its errors; true if there are none. */
  validate: () => boolean;
  /** Shows a server error at a field; typing in it clears the error. */
  setError: (name: Name, text: string) => void;
  /** Restores the initial values. */
  reset: () => void;
};

/** State of a form; it is validated on submit, and a field with an error again on each change. */
export function useForm<Name extends string>(
  initial: Values<Name>,
  check: (values: Values<Name>) => Errors<Name>,
): FormState<Name> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors<Name>>({});

  const change = (name: Name, value: string) => {
    const next = { ...values, [name]: value };
    const [before, after] = [check(values), check(next)];
    setValues(next);
    setErrors((marked) => {
      const kept = { ...marked };
      for (const field of Object.keys(marked) as Name[]) {
        // Errors of the check may depend on other fields; a server error depends on its field alone.
        if (marked[field] !== undefined && (field === name || marked[field] === before[field])) {
          kept[field] = after[field];
        }
      }
      return kept;
    });
  };

  return {
    values,
    input: (name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (event) => change(name, event.target.value),
    }),
    validate: () => {
      const found = check(values);
      setErrors(found);
      return Object.values(found).every((text) => text === undefined);
    },
    setError: (name, text) => setErrors((before) => ({ ...before, [name]: text })),
    reset: () => {
      setValues(initial);
      setErrors({});
    },
  };
}
