import type { transferEn } from '@diorama/shared/i18n/transfer.en.ts';
import { defineNamespace, type Translations, useTranslations } from './use-translations.ts';

const transfer = defineNamespace<typeof transferEn>({
  en: async () => (await import('@diorama/shared/i18n/transfer.en.ts')).transferEn,
  es: async () => (await import('@diorama/shared/i18n/transfer.es.ts')).transferEs,
});

/** Texts about the export and the import of a workspace; suspends until they have loaded. */
export const useTransferTranslations = (): Translations<typeof transferEn> => useTranslations(transfer);
