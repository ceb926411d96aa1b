import type { PayMessages } from '@diorama/shared/i18n/pay.en.ts';
import { defineNamespace, type Translations, useTranslations } from './use-translations.ts';

const pay = defineNamespace<PayMessages>({
  en: async () => (await import('@diorama/shared/i18n/pay.en.ts')).payEn,
  es: async () => (await import('@diorama/shared/i18n/pay.es.ts')).payEs,
});

/** Texts about payments; suspends until they have loaded. */
export const usePaymentTranslations = (): Translations<PayMessages> => useTranslations(pay);
