import type { importReportEn } from '@diorama/shared/i18n/import-report.en.ts';
import { type AreaWords, defineArea, useAreaWords } from '../../hooks/area-words.ts';

const importReport = defineArea<typeof importReportEn>({
  en: async () => (await import('@diorama/shared/i18n/import-report.en.ts')).importReportEn,
  es: async () => (await import('@diorama/shared/i18n/import-report.es.ts')).importReportEs,
});

export type ReportWords = AreaWords<typeof importReportEn>;

/** Translations of import reports; suspends until they are loaded. */
export const useReportWords = (): ReportWords => useAreaWords(importReport);
