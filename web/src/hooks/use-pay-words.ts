import type { PayMessages } from '@diorama/shared/i18n/pay.en.ts';
import { type AreaWords, defineArea, useAreaWords } from './area-words.ts';

const pay = defineArea<PayMessages>({
  en: async () => (await import('@diorama/shared/i18n/pay.en.ts')).payEn,
  es: async () => (await import('@diorama/shared/i18n/pay.es.ts')).payEs,
});

/** Texts about payments; suspends until they have loaded. */
export const usePayWords = (): AreaWords<PayMessages> => useAreaWords(pay);
