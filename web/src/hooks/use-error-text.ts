import { ApiError, NETWORK_ERROR } from '../api/api-error.ts';
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
