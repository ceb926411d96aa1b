import { type ChangeEvent, useState } from 'react';

type Values<Name extends string> = Record<Name, string>;
type Errors<Name extends string> = Partial<Record<Name, string>>;

/** The texts of a form and what is wrong with them. */
export type Fields<Name extends string> = {
  values: Values<Name>;
  /** The properties of one text field. */
  input: (name: Name) => {
    name: Name;
    value: string;
    error: string | undefined;
    onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
  /** Runs the check and marks what is wrong; true if nothing is. */
  validate: () => boolean;
  /** Marks a field with what the server found wrong; typing in it takes the mark away. */
  setError: (name: Name, text: string) => void;
  /** Back to how the form began. */
  reset: () => void;
};

/** Holds the texts of a form; they are checked when it is sent, and a marked field as it is mended. */
export function useFields<Name extends string>(
  initial: Values<Name>,
  check: (values: Values<Name>) => Errors<Name>,
): Fields<Name> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors<Name>>({});

  const change = (name: Name, value: string) => {
    const next = { ...values, [name]: value };
    const [before, after] = [check(values), check(next)];
    setValues(next);
    setErrors((marked) => {
      const kept = { ...marked };
      for (const field of Object.keys(marked) as Name[]) {
        // What the check found may depend on other fields too; what the server found on the field alone.
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
