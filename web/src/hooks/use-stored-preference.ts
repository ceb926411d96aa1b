import { useState } from 'react';

/** A preference stored in this browser, with a few possible values. */
export function useStoredPreference<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const name = `diorama.${key}`;
  const [value, setValue] = useState<Value>(() => {
    const stored = localStorage.getItem(name);
    return values.find((known) => known === stored) ?? values[0];
  });
  const store = (next: Value) => {
    localStorage.setItem(name, next);
    setValue(next);
  };
  return [value, store];
}
