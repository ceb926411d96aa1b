import type { commentsEn } from '@diorama/shared/i18n/comments.en.ts';
import { type AreaWords, defineArea, useAreaWords } from './area-words.ts';

const comments = defineArea<typeof commentsEn>({
  en: async () => (await import('@diorama/shared/i18n/comments.en.ts')).commentsEn,
  es: async () => (await import('@diorama/shared/i18n/comments.es.ts')).commentsEs,
});

/** Texts about comments; suspends until they have loaded. */
export const useCommentWords = (): AreaWords<typeof commentsEn> => useAreaWords(comments);
