import type { en } from '@diorama/shared/i18n/en.ts';
import { type Language, type Translate, translator } from '@diorama/shared/i18n/t.ts';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { createCatalogueLoader } from './catalogue-loader.ts';

/** Translates a key of the web client's catalogue. */
type T = Translate<typeof en>;

type Messages = Record<keyof typeof en, string>;

const LanguageContext = createContext<{ language: Language; t: T } | null>(null);

/** Fetches the texts of the current language only. */
export const loadCatalogue = createCatalogueLoader<Messages>({
  en: async () => (await import('@diorama/shared/i18n/en.ts')).en,
  es: async () => (await import('@diorama/shared/i18n/es.ts')).es,
});

/** Provides the language to the screens below; suspends until its texts have loaded. */
export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  const words = use(loadCatalogue(language));
  const value = useMemo(() => ({ language, t: translator<typeof en>(language, words) }), [language, words]);
  return <LanguageContext value={value}>{children}</LanguageContext>;
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
