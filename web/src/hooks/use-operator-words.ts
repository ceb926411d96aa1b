import type { OperatorMessages } from '@diorama/shared/i18n/operators.en.ts';
import { type AreaWords, defineArea, useAreaWords } from './area-words.ts';

const operators = defineArea<OperatorMessages>({
  en: async () => (await import('@diorama/shared/i18n/operators.en.ts')).operatorsEn,
  es: async () => (await import('@diorama/shared/i18n/operators.es.ts')).operatorsEs,
});

/** Texts for operators; suspends until they have loaded. */
export const useOperatorWords = (): AreaWords<OperatorMessages> => useAreaWords(operators);
