import type { PayMessages } from '@diorama/shared/i18n/pay.en.ts';
import { type AreaWords, defineArea, useAreaWords } from './area-words.ts';

const pay = defineArea<PayMessages>({
  en: async () => (await import('@diorama/shared/i18n/pay.en.ts')).payEn,
  es: async () => (await import('@diorama/shared/i18n/pay.es.ts')).payEs,
});

/** The words about paying; suspends until they are there. */
export const usePayWords = (): AreaWords<PayMessages> => useAreaWords(pay);
