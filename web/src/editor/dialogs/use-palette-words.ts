import { type PaletteMessageKey, paletteEn } from '@diorama/shared/i18n/palette.en.ts';
import { defineNamespace, type Translations, useTranslations } from '../../hooks/use-translations.ts';

const palette = defineNamespace<typeof paletteEn>({
  en: async () => (await import('@diorama/shared/i18n/palette.en.ts')).paletteEn,
  es: async () => (await import('@diorama/shared/i18n/palette.es.ts')).paletteEs,
});

/** The words of the palette; suspends until they are there. */
export const usePaletteWords = (): Translations<typeof paletteEn> => useTranslations(palette);

/** A key of other words for an action. */
export type SynonymKey = Extract<PaletteMessageKey, `synonyms.${string}`>;

/** The key of other words for an action, null where there are none. */
export function synonymKeyOf(action: string): SynonymKey | null {
  const key = `synonyms.${action}`;
  return isSynonymKey(key) ? key : null;
}

function isSynonymKey(key: string): key is SynonymKey {
  return Object.hasOwn(paletteEn, key);
}
