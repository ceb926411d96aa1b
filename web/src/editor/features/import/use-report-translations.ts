import { type Translations, useTranslations } from '../../../hooks/use-translations.ts';

type ReportTranslations = Translations<'import-report'>;

/** Translations of import reports; suspends until they are loaded. */
export const useReportTranslations = (): ReportTranslations => useTranslations('import-report');
