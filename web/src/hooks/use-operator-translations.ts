import type { OperatorMessages } from '@diorama/shared/i18n/operators.en.ts';
import { defineNamespace, type Translations, useTranslations } from './use-translations.ts';

const operators = defineNamespace<OperatorMessages>({
  en: async () => (await import('@diorama/shared/i18n/operators.en.ts')).operatorsEn,
  es: async () => (await import('@diorama/shared/i18n/operators.es.ts')).operatorsEs,
});

/** Texts for operators; suspends until they have loaded. */
export const useOperatorTranslations = (): Translations<OperatorMessages> => useTranslations(operators);
