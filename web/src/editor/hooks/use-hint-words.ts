import type { hintsEn } from '@diorama/shared/i18n/hints.en.ts';
import { type AreaWords, defineArea, useAreaWords } from '../../hooks/area-words.ts';

const hints = defineArea<typeof hintsEn>({
  en: async () => (await import('@diorama/shared/i18n/hints.en.ts')).hintsEn,
  es: async () => (await import('@diorama/shared/i18n/hints.es.ts')).hintsEs,
});

export type HintWords = AreaWords<typeof hintsEn>;

/** Translations of the hint line; suspends until they are loaded. */
export const useHintWords = (): HintWords => useAreaWords(hints);
