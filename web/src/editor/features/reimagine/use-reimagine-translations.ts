import { type Translations, useTranslations } from '../../../hooks/use-translations.ts';

/** Translations of the reimagine dialog; suspends until they are loaded. */
export const useReimagineTranslations = (): Translations<'reimagine'> => useTranslations('reimagine');
