import { type Translations, useTranslations } from './use-translations.ts';

/** Texts about sharing a scene; suspends until they have loaded. */
export const useSharingTranslations = (): Translations<'sharing'> => useTranslations('sharing');
