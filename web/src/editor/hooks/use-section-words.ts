import type { sceneSectionsEn } from '@diorama/shared/i18n/scene-sections.en.ts';
import { type AreaWords, defineArea, useAreaWords } from '../../hooks/area-words.ts';

/** Translations of the effects, statistics and missing-glyph sections. */
export const sectionArea = defineArea<typeof sceneSectionsEn>({
  en: async () => (await import('@diorama/shared/i18n/scene-sections.en.ts')).sceneSectionsEn,
  es: async () => (await import('@diorama/shared/i18n/scene-sections.es.ts')).sceneSectionsEs,
});

export type SectionWords = AreaWords<typeof sceneSectionsEn>;

/** Translations of the scene sections; suspends until they are loaded. */
export const useSectionWords = (): SectionWords => useAreaWords(sectionArea);
