import type { hintsEn } from '@diorama/shared/i18n/hints.en.ts';
import { defineNamespace, type Translations, useTranslations } from '../../hooks/use-translations.ts';

const hints = defineNamespace<typeof hintsEn>({
  en: async () => (await import('@diorama/shared/i18n/hints.en.ts')).hintsEn,
  es: async () => (await import('@diorama/shared/i18n/hints.es.ts')).hintsEs,
});

type HintTranslations = Translations<typeof hintsEn>;

/** Translations of the hint line; suspends until they are loaded. */
export const useHintTranslations = (): HintTranslations => useTranslations(hints);
