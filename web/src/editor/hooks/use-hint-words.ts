import type { hintsEn } from '@diorama/shared/i18n/hints.en.ts';
import { type AreaWords, defineArea, useAreaWords } from '../../hooks/area-words.ts';

const hints = defineArea<typeof hintsEn>({
  en: async () => (await import('@diorama/shared/i18n/hints.en.ts')).hintsEn,
  es: async () => (await import('@diorama/shared/i18n/hints.es.ts')).hintsEs,
});

/** What is said of what can be done now. */
export type HintWords = AreaWords<typeof hintsEn>;

/** The words of the line below the view; suspends until they are there. */
export const useHintWords = (): HintWords => useAreaWords(hints);
