import { type Translations, useTranslations } from '../../hooks/use-translations.ts';

/** Translations of the help; suspends until they are loaded. */
export const useHelpTranslations = (): Translations<'help'> => useTranslations('help');
