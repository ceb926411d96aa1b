import { chooseLanguage, isLanguage, type Language } from '@diorama/shared/i18n/t.ts';

const KEY = 'diorama.language';

/** Splits a pathname into its language, if present, and the rest without a leading slash. */
export function splitLanguage(pathname: string): { language: Language | null; rest: string } {
  const [, first = '', ...others] = pathname.split('/');
  return isLanguage(first)
    ? { language: first, rest: others.join('/') }
    : { language: null, rest: pathname.slice(1) };
}

/** Language of a page whose address has none: the last chosen one, else the browser's. */
export function preferredLanguage(): Language {
  return chooseLanguage([localStorage.getItem(KEY) ?? '', ...navigator.languages]);
}

/** Stores the choice for pages whose address has no language. */
export function rememberLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
}
