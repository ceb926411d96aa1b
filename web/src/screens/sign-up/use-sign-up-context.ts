import { useSearchParams } from 'react-router';
import { readOrigin } from '../../analytics/origin-cookie.ts';
import { useLanguage } from '../../hooks/use-language.tsx';
import { signUpContextFrom } from './sign-up-context.ts';

/** Returns a function that collects the carried fields and the browser's languages when a sign-up is sent. */
export function useSignUpContext() {
  const language = useLanguage();
  const [query] = useSearchParams();
  return () => ({
    ...signUpContextFrom(query, localStorage, readOrigin(document.cookie)),
    locale: language,
    browserLocale: navigator.language,
  });
}
