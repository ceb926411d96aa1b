import type { ReimagineMessages } from '@diorama/shared/i18n/reimagine.en.ts';
import { type AreaWords, defineArea, useAreaWords } from '../../hooks/area-words.ts';

const reimagine = defineArea<ReimagineMessages>({
  en: async () => (await import('@diorama/shared/i18n/reimagine.en.ts')).reimagineEn,
  es: async () => (await import('@diorama/shared/i18n/reimagine.es.ts')).reimagineEs,
});

/** Translations of the reimagine dialog; suspends until they are loaded. */
export const useReimagineWords = (): AreaWords<ReimagineMessages> => useAreaWords(reimagine);
