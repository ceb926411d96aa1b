import type { StorageMessages } from '@diorama/shared/i18n/storage.en.ts';
import { defineNamespace, type Translations, useTranslations } from './use-translations.ts';

const storage = defineNamespace<StorageMessages>({
  en: async () => (await import('@diorama/shared/i18n/storage.en.ts')).storageEn,
  es: async () => (await import('@diorama/shared/i18n/storage.es.ts')).storageEs,
});

/** Texts about storage usage; suspends until they have loaded. */
export const useStorageTranslations = (): Translations<StorageMessages> => useTranslations(storage);
