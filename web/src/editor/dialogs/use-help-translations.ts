import type { helpEn } from '@diorama/shared/i18n/help.en.ts';
import { defineNamespace, type Translations, useTranslations } from '../../hooks/use-translations.ts';

const help = defineNamespace<typeof helpEn>({
  en: async () => (await import('@diorama/shared/i18n/help.en.ts')).helpEn,
  es: async () => (await import('@diorama/shared/i18n/help.es.ts')).helpEs,
});

/** Translations of the help; suspends until they are loaded. */
export const useHelpTranslations = (): Translations<typeof helpEn> => useTranslations(help);
