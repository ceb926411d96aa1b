import { useErrorToast } from './use-errors.ts';
import { useSubmit } from './use-submit.ts';

/** The API's code of the picture kind. */
export const PICTURE = 3;

/**
 * Saves or removes a picture and shows errors in a toast.
 * @param save - receives null to remove the picture
 */
export function usePictureSaving(save: (picture: File | null) => Promise<void>) {
  const showError = useErrorToast();
  const { isBusy, submit } = useSubmit(save, showError);
  return { isBusy, choose: (picture: File) => submit(picture), remove: () => submit(null) };
}
