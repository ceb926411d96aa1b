import type { helpEn } from '@diorama/shared/i18n/help.en.ts';
import { type AreaWords, defineArea, useAreaWords } from '../../hooks/area-words.ts';

const help = defineArea<typeof helpEn>({
  en: async () => (await import('@diorama/shared/i18n/help.en.ts')).helpEn,
  es: async () => (await import('@diorama/shared/i18n/help.es.ts')).helpEs,
});

/** The words of the help; suspends until they are there. */
export const useHelpWords = (): AreaWords<typeof helpEn> => useAreaWords(help);
