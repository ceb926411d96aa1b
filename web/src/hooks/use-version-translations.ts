import { type Translations, useTranslations } from './use-translations.ts';

/** Texts about versions of a scene; suspends until they have loaded. */
export const useVersionTranslations = (): Translations<'versions'> => useTranslations('versions');
