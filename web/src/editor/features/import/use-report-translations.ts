import type { importReportEn } from '@diorama/shared/i18n/import-report.en.ts';
import { defineNamespace, type Translations, useTranslations } from '../../../hooks/use-translations.ts';

const importReport = defineNamespace<typeof importReportEn>({
  en: async () => (await import('@diorama/shared/i18n/import-report.en.ts')).importReportEn,
  es: async () => (await import('@diorama/shared/i18n/import-report.es.ts')).importReportEs,
});

export type ReportTranslations = Translations<typeof importReportEn>;

/** Translations of import reports; suspends until they are loaded. */
export const useReportTranslations = (): ReportTranslations => useTranslations(importReport);
