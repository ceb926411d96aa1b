import type { Language } from '@diorama/shared/i18n/t.ts';
import { fetchCode } from '../fetch-code.ts';

/** Time for which a failed fetch is not repeated. Without it, a page would try for ever and never report. */
const RETRY_MS = 5_000;

/** Fetches the texts of a language once; a call some seconds after a failed fetch tries again. */
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
    words.catch(() => setTimeout(() => loaded.delete(language), RETRY_MS));
    return words;
  };
}
