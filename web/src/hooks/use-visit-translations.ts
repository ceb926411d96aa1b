import type { VisitsMessages } from '@diorama/shared/i18n/visits.en.ts';
import { defineNamespace, type Translations, useTranslations } from './use-translations.ts';

const visits = defineNamespace<VisitsMessages>({
  en: async () => (await import('@diorama/shared/i18n/visits.en.ts')).visitsEn,
  es: async () => (await import('@diorama/shared/i18n/visits.es.ts')).visitsEs,
});

/** Texts about visits of a scene; suspends until they have loaded. */
export const useVisitTranslations = (): Translations<VisitsMessages> => useTranslations(visits);
