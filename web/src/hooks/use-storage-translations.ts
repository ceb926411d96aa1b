import { type Translations, useTranslations } from './use-translations.ts';

/** Texts about storage usage; suspends until they have loaded. */
export const useStorageTranslations = (): Translations<'storage'> => useTranslations('storage');
