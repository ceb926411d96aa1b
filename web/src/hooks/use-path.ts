import { useCallback } from 'react';
import { useLanguage } from './use-language.tsx';

/** Makes the address of a page in the language in use: `scenes/all` → `/en/scenes/all`. */
export function usePath(): (page: string) => string {
  const language = useLanguage();
  return useCallback((page: string) => `/${language}/${page}`, [language]);
}
