import { type Translations, useTranslations } from './use-translations.ts';

/** Texts for operators; suspends until they have loaded. */
export const useOperatorTranslations = (): Translations<'operators'> => useTranslations('operators');
