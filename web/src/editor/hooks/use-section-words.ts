import type { sceneSectionsEn } from '@diorama/shared/i18n/scene-sections.en.ts';
import { type AreaWords, defineArea, useAreaWords } from '../../hooks/area-words.ts';

/** What speaks about a scene's effects and statistics, and of what fonts lack. */
export const sectionArea = defineArea<typeof sceneSectionsEn>({
  en: async () => (await import('@diorama/shared/i18n/scene-sections.en.ts')).sceneSectionsEn,
  es: async () => (await import('@diorama/shared/i18n/scene-sections.es.ts')).sceneSectionsEs,
});

/** What is said of effects, statistics and what fonts lack. */
export type SectionWords = AreaWords<typeof sceneSectionsEn>;

/** The words of a scene's effects and statistics, and of what fonts lack; suspends until they are there. */
export const useSectionWords = (): SectionWords => useAreaWords(sectionArea);
