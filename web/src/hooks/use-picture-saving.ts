import { useState } from 'react';
import { useErrorToast } from './use-errors.ts';

/** The API's code of the picture kind. */
export const PICTURE = 3;

/**
 * Saves or removes a picture and shows errors in a toast.
 * @param save - receives null to remove the picture
 */
export function usePictureSaving(save: (picture: File | null) => Promise<void>) {
  const showError = useErrorToast();
  const [isBusy, setIsBusy] = useState(false);

  const run = async (picture: File | null) => {
    setIsBusy(true);
    try {
      await save(picture);
    } catch (error) {
      showError(error);
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
