import { useState } from 'react';
import { useTellError } from './use-tell-error.ts';

/** The contract's number of a picture. */
export const PICTURE = 3;

/**
 * Saves a picture that somebody chooses, or takes it away, and says so where that fails.
 * @param save - is given null where the picture is taken away
 */
export function usePictureSaving(save: (picture: File | null) => Promise<void>) {
  const tellError = useTellError();
  const [isBusy, setIsBusy] = useState(false);

  const run = async (picture: File | null) => {
    setIsBusy(true);
    try {
      await save(picture);
    } catch (error) {
      tellError(error);
    } finally {
      setIsBusy(false);
    }
  };
  return {
    isBusy,
    choose: (picture: File) => {
      run(picture);
    },
    remove: () => {
      run(null);
    },
  };
}
