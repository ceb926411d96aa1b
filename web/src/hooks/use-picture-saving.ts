import { useState } from 'react';
import { useTellError } from './use-tell-error.ts';

/** The API's code of the picture kind. */
export const PICTURE = 3;

/**
 * Saves or removes a picture and shows errors in a toast.
 * @param save - receives null to remove the picture
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
