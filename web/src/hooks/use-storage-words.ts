import type { StorageMessages } from '@diorama/shared/i18n/storage.en.ts';
import { type AreaWords, defineArea, useAreaWords } from './area-words.ts';

const storage = defineArea<StorageMessages>({
  en: async () => (await import('@diorama/shared/i18n/storage.en.ts')).storageEn,
  es: async () => (await import('@diorama/shared/i18n/storage.es.ts')).storageEs,
});

/** Texts about storage usage; suspends until they have loaded. */
export const useStorageWords = (): AreaWords<StorageMessages> => useAreaWords(storage);
