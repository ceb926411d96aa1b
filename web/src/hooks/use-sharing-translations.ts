import type { SharingMessages } from '@diorama/shared/i18n/sharing.en.ts';
import { defineNamespace, type Translations, useTranslations } from './use-translations.ts';

const sharing = defineNamespace<SharingMessages>({
  en: async () => (await import('@diorama/shared/i18n/sharing.en.ts')).sharingEn,
  es: async () => (await import('@diorama/shared/i18n/sharing.es.ts')).sharingEs,
});

/** Texts about sharing a scene; suspends until they have loaded. */
export const useSharingTranslations = (): Translations<SharingMessages> => useTranslations(sharing);
