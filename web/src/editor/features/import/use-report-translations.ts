import type { ImportMessage } from '@diorama/shared/domain/import-message.ts';
import type { importMessagesEn } from '@diorama/shared/i18n/import-messages.en.ts';
import type { importReportEn } from '@diorama/shared/i18n/import-report.en.ts';
import type { Param } from '@diorama/shared/i18n/t.ts';
import { defineNamespace, type Translations, useTranslations } from '../../../hooks/use-translations.ts';

const importReport = defineNamespace<typeof importReportEn>({
  en: async () => (await import('@diorama/shared/i18n/import-report.en.ts')).importReportEn,
  es: async () => (await import('@diorama/shared/i18n/import-report.es.ts')).importReportEs,
});

type ReportTranslations = Translations<typeof importReportEn>;

/** Translations of import reports; suspends until they are loaded. */
export const useReportTranslations = (): ReportTranslations => useTranslations(importReport);

const importMessages = defineNamespace<typeof importMessagesEn>({
  en: async () => (await import('@diorama/shared/i18n/import-messages.en.ts')).importMessagesEn,
  es: async () => (await import('@diorama/shared/i18n/import-messages.es.ts')).importMessagesEs,
});

/** Translates the messages of an import; suspends until the texts are loaded. */
export function useImportMessages(): (message: ImportMessage) => string {
  // Stored codes are not checked by the compiler. An unknown one stays as it is.
  const t = useTranslations(importMessages).t as (key: string, params?: Record<string, Param>) => string;
  return ({ code, params }) => t(code, params);
}
