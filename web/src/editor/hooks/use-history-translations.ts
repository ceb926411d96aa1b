import { type Translations, useTranslations } from '../../hooks/use-translations.ts';

export type HistoryTranslations = Translations<'history'>;

/** Translations of the history steps; suspends until they are loaded. */
export const useHistoryTranslations = (): HistoryTranslations => useTranslations('history');
