import { ApiError, NETWORK_ERROR } from '../api/api-error.ts';
import { useT } from './use-language.tsx';

/** Says what went wrong as a sentence for a person; the server's own where it has one. */
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
