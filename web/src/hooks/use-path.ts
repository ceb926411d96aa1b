import { useCallback } from 'react';
import { useLanguage } from './use-language.tsx';

/** Adds the current language to the path of a page: `scenes/all` → `/en/scenes/all`. */
export function usePath(): (page: string) => string {
  const language = useLanguage();
  return useCallback((page: string) => `/${language}/${page}`, [language]);
}
