import { chooseLanguage, isLanguage, type Language } from '@diorama/shared/i18n/t.ts';

const KEY = 'diorama.language';

/** Cuts a pathname into its language, if it names one, and the rest without a leading slash. */
export function splitLanguage(pathname: string): { language: Language | null; rest: string } {
  const [, first = '', ...others] = pathname.split('/');
  return isLanguage(first)
    ? { language: first, rest: others.join('/') }
    : { language: null, rest: pathname.slice(1) };
}

/** The language of a page whose address names none: the one chosen last, else the browser's. */
export function preferredLanguage(): Language {
  return chooseLanguage([localStorage.getItem(KEY) ?? '', ...navigator.languages]);
}

/** Remembers the choice for pages whose address names no language. */
export function rememberLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
}
