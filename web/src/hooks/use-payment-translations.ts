import { type Translations, useTranslations } from './use-translations.ts';

/** Texts about payments; suspends until they have loaded. */
export const usePaymentTranslations = (): Translations<'pay'> => useTranslations('pay');
