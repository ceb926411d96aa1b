import type { OperatorMessages } from '@diorama/shared/i18n/operators.en.ts';
import { type AreaWords, defineArea, useAreaWords } from './area-words.ts';

const operators = defineArea<OperatorMessages>({
  en: async () => (await import('@diorama/shared/i18n/operators.en.ts')).operatorsEn,
  es: async () => (await import('@diorama/shared/i18n/operators.es.ts')).operatorsEs,
});

/** The words for the people who run an installation; suspends until they are there. */
export const useOperatorWords = (): AreaWords<OperatorMessages> => useAreaWords(operators);
