import { useSearchParams } from 'react-router';
import { readOrigin } from '../../analytics/origin-cookie.ts';
import { useLanguage } from '../../hooks/use-language.tsx';
import { carriedFields } from './carried-fields.ts';

/** Gathers, at the moment of a sign-up, what the visitor brought along and the languages they speak. */
export function useCarriedFields() {
  const language = useLanguage();
  const [query] = useSearchParams();
  return () => ({
    ...carriedFields(query, localStorage, readOrigin(document.cookie)),
    locale: language,
    browserLocale: navigator.language,
  });
}
