import { type Catalogue, type Language, type Translate, translator } from '@diorama/shared/i18n/t.ts';
import { use } from 'react';
import { createCatalogueLoader } from './catalogue-loader.ts';
import { useLanguage } from './use-language.tsx';

/** Language and translate function for one area of the product. */
export type Translations<Messages extends Catalogue> = { language: Language; t: Translate<Messages> };

/** Fetches the texts of an area in a language. */
type Namespace<Messages extends Catalogue> = (language: Language) => Promise<Translations<Messages>>;

/**
 * Declares an area of the product whose words are fetched with its first screen.
 *
 * @example
 * const legal = defineNamespace<typeof legalEn>({
 *   en: async () => (await import('@diorama/shared/i18n/legal.en.ts')).legalEn,
 *   es: async () => (await import('@diorama/shared/i18n/legal.es.ts')).legalEs,
 * });
 * export const useLegalWords = () => useTranslations(legal);
 */
export function defineNamespace<Messages extends Catalogue>(
  loaders: Record<Language, () => Promise<Record<keyof Messages, string>>>,
): Namespace<Messages> {
  const speak = (language: Language) => async () => ({
    language,
    t: translator<Messages>(language, await loaders[language]()),
  });
  return createCatalogueLoader({ en: speak('en'), es: speak('es') });
}

/** Texts of an area in the language of the page; suspends until they have loaded. */
export function useTranslations<Messages extends Catalogue>(
  area: Namespace<Messages>,
): Translations<Messages> {
  return use(area(useLanguage()));
}
