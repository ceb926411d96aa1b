import type { historyEn } from '@diorama/shared/i18n/history.en.ts';
import { type AreaWords, defineArea, useAreaWords } from '../../hooks/area-words.ts';

const history = defineArea<typeof historyEn>({
  en: async () => (await import('@diorama/shared/i18n/history.en.ts')).historyEn,
  es: async () => (await import('@diorama/shared/i18n/history.es.ts')).historyEs,
});

export type HistoryWords = AreaWords<typeof historyEn>;

/** Translations of the history steps; suspends until they are loaded. */
export const useHistoryWords = (): HistoryWords => useAreaWords(history);
