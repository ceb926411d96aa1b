import { type Catalogue, type Language, type Translate, translator } from '@diorama/shared/i18n/t.ts';
import { use } from 'react';
import { useLanguage } from './use-language.tsx';
import { createWordsLoader } from './words-loader.ts';

/** Speaks the language of the page about one area of the product. */
export type AreaWords<Messages extends Catalogue> = { language: Language; t: Translate<Messages> };

/**
 * Makes the hook that speaks about an area whose words are fetched with its first screen. It suspends until they are
 * there, as the screen itself does.
 *
 * @example
 * export const useLegalWords = createAreaWords<typeof legalEn>({
 *   en: async () => (await import('@diorama/shared/i18n/legal.en.ts')).legalEn,
 *   es: async () => (await import('@diorama/shared/i18n/legal.es.ts')).legalEs,
 * });
 */
export function createAreaWords<Messages extends Catalogue>(
  loaders: Record<Language, () => Promise<Record<keyof Messages, string>>>,
): () => AreaWords<Messages> {
  const load = createWordsLoader(loaders);
  const translators = new Map<object, AreaWords<Messages>>();
  return function useAreaWords() {
    const language = useLanguage();
    const words = use(load(language));
    const known = translators.get(words);
    if (known !== undefined) {
      return known;
    }
    const made = { language, t: translator<Messages>(language, words) };
    translators.set(words, made);
    return made;
  };
}
