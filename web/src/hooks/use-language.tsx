import type { Messages } from '@diorama/shared/i18n/catalogues.ts';
import type { Language, Translate } from '@diorama/shared/i18n/t.ts';
import { createContext, type ReactNode, use } from 'react';
import { fetchTranslations } from './namespaces.ts';

/** Translates a key of the web client's catalogue. */
type T = Translate<Messages<'app'>>;

const LanguageContext = createContext<{ language: Language; t: T } | null>(null);

/** Fetches the texts of the current language only. */
export const loadCatalogue = (language: Language) => fetchTranslations('app', language);

/** Provides the language to the screens below; suspends until its texts have loaded. */
export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  return <LanguageContext value={use(loadCatalogue(language))}>{children}</LanguageContext>;
}

export function useLanguage(): Language {
  return useLanguageContext().language;
}

/** Returns the translate function for the language of the page. */
export function useT(): T {
  return useLanguageContext().t;
}

function useLanguageContext() {
  const context = use(LanguageContext);
  if (context === null) {
    throw new Error('useT and useLanguage need a LanguageProvider above them');
  }
  return context;
}
