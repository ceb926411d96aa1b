import type { versionsEn } from '@diorama/shared/i18n/versions.en.ts';
import { defineNamespace, type Translations, useTranslations } from './use-translations.ts';

const versions = defineNamespace<typeof versionsEn>({
  en: async () => (await import('@diorama/shared/i18n/versions.en.ts')).versionsEn,
  es: async () => (await import('@diorama/shared/i18n/versions.es.ts')).versionsEs,
});

/** Texts about versions of a scene; suspends until they have loaded. */
export const useVersionTranslations = (): Translations<typeof versionsEn> => useTranslations(versions);
