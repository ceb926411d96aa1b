import type { ReimagineMessages } from '@diorama/shared/i18n/reimagine.en.ts';
import { defineNamespace, type Translations, useTranslations } from '../../../hooks/use-translations.ts';

const reimagine = defineNamespace<ReimagineMessages>({
  en: async () => (await import('@diorama/shared/i18n/reimagine.en.ts')).reimagineEn,
  es: async () => (await import('@diorama/shared/i18n/reimagine.es.ts')).reimagineEs,
});

/** Translations of the reimagine dialog; suspends until they are loaded. */
export const useReimagineTranslations = (): Translations<ReimagineMessages> => useTranslations(reimagine);
