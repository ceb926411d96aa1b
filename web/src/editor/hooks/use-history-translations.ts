import type { historyEn } from '@diorama/shared/i18n/history.en.ts';
import { defineNamespace, type Translations, useTranslations } from '../../hooks/use-translations.ts';

const history = defineNamespace<typeof historyEn>({
  en: async () => (await import('@diorama/shared/i18n/history.en.ts')).historyEn,
  es: async () => (await import('@diorama/shared/i18n/history.es.ts')).historyEs,
});

export type HistoryTranslations = Translations<typeof historyEn>;

/** Translations of the history steps; suspends until they are loaded. */
export const useHistoryTranslations = (): HistoryTranslations => useTranslations(history);
