import type { sceneSectionsEn } from '@diorama/shared/i18n/scene-sections.en.ts';
import { defineNamespace, type Translations, useTranslations } from '../../hooks/use-translations.ts';

/** Translations of the effects, statistics and missing-glyph sections. */
export const sectionNamespace = defineNamespace<typeof sceneSectionsEn>({
  en: async () => (await import('@diorama/shared/i18n/scene-sections.en.ts')).sceneSectionsEn,
  es: async () => (await import('@diorama/shared/i18n/scene-sections.es.ts')).sceneSectionsEs,
});

type SectionTranslations = Translations<typeof sceneSectionsEn>;

/** Translations of the scene sections; suspends until they are loaded. */
export const useSectionTranslations = (): SectionTranslations => useTranslations(sectionNamespace);
