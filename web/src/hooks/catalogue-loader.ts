import type { Language } from '@diorama/shared/i18n/t.ts';
import { fetchCode } from '../fetch-code.ts';

/** Fetches the texts of a language once; the next call retries a failed fetch. */
export function createCatalogueLoader<Messages>(
  load: (language: Language) => Promise<Messages>,
): (language: Language) => Promise<Messages> {
  const loaded = new Map<Language, Promise<Messages>>();
  return (language) => {
    const known = loaded.get(language);
    if (known !== undefined) {
      return known;
    }
    const words = fetchCode(() => load(language));
    loaded.set(language, words);
    words.catch(() => loaded.delete(language));
    return words;
  };
}
