import { type Catalogue, type Language, type Translate, translator } from '@diorama/shared/i18n/t.ts';
import { use } from 'react';
import { useLanguage } from './use-language.tsx';
import { createWordsLoader } from './words-loader.ts';

/** Language and translate function for one area of the product. */
export type AreaWords<Messages extends Catalogue> = { language: Language; t: Translate<Messages> };

/** Fetches the texts of an area in a language. */
export type Area<Messages extends Catalogue> = (language: Language) => Promise<AreaWords<Messages>>;

/**
 * Declares an area of the product whose words are fetched with its first screen.
 *
 * @example
 * const legal = defineArea<typeof legalEn>({
 *   en: async () => (await import('@diorama/shared/i18n/legal.en.ts')).legalEn,
 *   es: async () => (await import('@diorama/shared/i18n/legal.es.ts')).legalEs,
 * });
 * export const useLegalWords = () => useAreaWords(legal);
 */
export function defineArea<Messages extends Catalogue>(
  loaders: Record<Language, () => Promise<Record<keyof Messages, string>>>,
): Area<Messages> {
  const speak = (language: Language) => async () => ({
    language,
    t: translator<Messages>(language, await loaders[language]()),
  });
  return createWordsLoader({ en: speak('en'), es: speak('es') });
}

/** Texts of an area in the language of the page; suspends until they have loaded. */
export function useAreaWords<Messages extends Catalogue>(area: Area<Messages>): AreaWords<Messages> {
  return use(area(useLanguage()));
}
