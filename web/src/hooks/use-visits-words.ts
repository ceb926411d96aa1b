import type { VisitsMessages } from '@diorama/shared/i18n/visits.en.ts';
import { type AreaWords, defineArea, useAreaWords } from './area-words.ts';

const visits = defineArea<VisitsMessages>({
  en: async () => (await import('@diorama/shared/i18n/visits.en.ts')).visitsEn,
  es: async () => (await import('@diorama/shared/i18n/visits.es.ts')).visitsEs,
});

/** Texts about visits of a scene; suspends until they have loaded. */
export const useVisitsWords = (): AreaWords<VisitsMessages> => useAreaWords(visits);
