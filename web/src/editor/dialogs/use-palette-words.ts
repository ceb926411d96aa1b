import { type Translations, useTranslations } from '../../hooks/use-translations.ts';

/** The words of the palette; suspends until they are there. */
export const usePaletteWords = (): Translations<'palette'> => useTranslations('palette');
