import type { Language } from '@diorama/shared/i18n/t.ts';
import { fetchCode } from '../fetch-code.ts';

/** Fetches the texts of a language once; the next call retries a failed fetch. */
export function createWordsLoader<Words>(
  loaders: Record<Language, () => Promise<Words>>,
): (language: Language) => Promise<Words> {
  const loaded = new Map<Language, Promise<Words>>();
  return (language) => {
    const known = loaded.get(language);
    if (known !== undefined) {
      return known;
    }
    const words = fetchCode(loaders[language]);
    loaded.set(language, words);
    words.catch(() => loaded.delete(language));
    return words;
  };
}
