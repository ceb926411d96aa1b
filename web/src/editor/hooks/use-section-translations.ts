import { type Translations, useTranslations } from '../../hooks/use-translations.ts';

type SectionTranslations = Translations<'scene-sections'>;

/** Translations of the scene sections; suspends until they are loaded. */
export const useSectionTranslations = (): SectionTranslations => useTranslations('scene-sections');
