import type { versionsEn } from '@diorama/shared/i18n/versions.en.ts';
import { type AreaWords, defineArea, useAreaWords } from './area-words.ts';

const versions = defineArea<typeof versionsEn>({
  en: async () => (await import('@diorama/shared/i18n/versions.en.ts')).versionsEn,
  es: async () => (await import('@diorama/shared/i18n/versions.es.ts')).versionsEs,
});

/** Texts about versions of a scene; suspends until they have loaded. */
export const useVersionWords = (): AreaWords<typeof versionsEn> => useAreaWords(versions);
