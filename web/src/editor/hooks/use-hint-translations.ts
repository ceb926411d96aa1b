import { type Translations, useTranslations } from '../../hooks/use-translations.ts';

type HintTranslations = Translations<'hints'>;

/** Translations of the hint line; suspends until they are loaded. */
export const useHintTranslations = (): HintTranslations => useTranslations('hints');
