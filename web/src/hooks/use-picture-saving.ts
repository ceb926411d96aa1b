import { useState } from 'react';
import { useToast } from '../components/toast/toast.tsx';
import { useErrorText } from './use-error-text.ts';

/** The contract's number of a picture. */
export const PICTURE = 3;

/**
 * Saves a picture that somebody chooses, or takes it away, and says so where that fails.
 * @param save - is given null where the picture is taken away
 */
export function usePictureSaving(save: (picture: File | null) => Promise<void>) {
  const toast = useToast();
  const errorText = useErrorText();
  const [isBusy, setIsBusy] = useState(false);

  const run = async (picture: File | null) => {
    setIsBusy(true);
    try {
      await save(picture);
    } catch (error) {
      toast({ kind: 'error', text: errorText(error) });
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
