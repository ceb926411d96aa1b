import type { effectsEn } from '@diorama/shared/i18n/effects.en.ts';
import { type AreaWords, defineArea, useAreaWords } from '../../hooks/area-words.ts';

const effects = defineArea<typeof effectsEn>({
  en: async () => (await import('@diorama/shared/i18n/effects.en.ts')).effectsEn,
  es: async () => (await import('@diorama/shared/i18n/effects.es.ts')).effectsEs,
});

/** What is said of effects. */
export type EffectsWords = AreaWords<typeof effectsEn>;

/** The words of the effects' panel; suspends until they are there. */
export const useEffectsWords = (): EffectsWords => useAreaWords(effects);
