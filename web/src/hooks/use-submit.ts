import { useState } from 'react';
import { isAbort } from '../api/api-error.ts';

/** Runs something that takes a while, once at a time; an error goes to `onError`. */
export function useSubmit(
  run: () => Promise<void>,
  onError: (error: unknown) => void,
): { isBusy: boolean; submit: () => void } {
  const [isBusy, setIsBusy] = useState(false);
  const submit = async () => {
    if (isBusy) {
      return;
    }
    setIsBusy(true);
    try {
      await run();
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
    submit: () => {
      submit();
    },
  };
}
