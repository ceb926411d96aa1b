import { ApiError, NETWORK_ERROR } from '../api/api-error.ts';
import { isNoticed } from '../api/client.ts';
import { useToast } from '../components/toast/toast.tsx';
import { useT } from './use-language.tsx';

/** Turns an error into a sentence for users; uses the server's sentence if there is one. */
export function useErrorText(): (error: unknown) => string {
  const t = useT();
  return (error) => {
    if (!(error instanceof ApiError)) {
      return t('problem.unexpected');
    }
    if (error.code === NETWORK_ERROR) {
      return t('problem.network');
    }
    return error.title === '' ? t('problem.unexpected') : error.title;
  };
}

/** Shows an error in a toast, unless an application-wide notice already shows it. */
export function useErrorToast(): (error: unknown) => void {
  const toast = useToast();
  const errorText = useErrorText();
  return (error) => {
    if (!isNoticed(error)) {
      toast({ kind: 'error', text: errorText(error) });
    }
  };
}
