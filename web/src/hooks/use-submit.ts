import { useState } from 'react';
import { isAbort } from '../api/api-error.ts';

/** Runs an async function, one call at a time; an error goes to `onError`. */
export function useSubmit<Args extends unknown[] = []>(
  run: (...args: Args) => Promise<void>,
  onError: (error: unknown) => void,
): { isBusy: boolean; submit: (...args: Args) => void } {
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (...args: Args) => {
    if (isBusy) {
      return;
    }
    setIsBusy(true);
    try {
      await run(...args);
    } catch (error) {
      if (!isAbort(error)) {
        onError(error);
      }
    } finally {
      setIsBusy(false);
    }
  };
  return {
    isBusy,
    submit: (...args) => {
      submit(...args);
    },
  };
}
