import type { helpEn } from '@diorama/shared/i18n/help.en.ts';
import { type AreaWords, defineArea, useAreaWords } from '../../hooks/area-words.ts';

const help = defineArea<typeof helpEn>({
  en: async () => (await import('@diorama/shared/i18n/help.en.ts')).helpEn,
  es: async () => (await import('@diorama/shared/i18n/help.es.ts')).helpEs,
});

/** Translations of the help; suspends until they are loaded. */
export const useHelpWords = (): AreaWords<typeof helpEn> => useAreaWords(help);
