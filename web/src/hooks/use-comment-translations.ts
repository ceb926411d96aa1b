import type { commentsEn } from '@diorama/shared/i18n/comments.en.ts';
import { defineNamespace, type Translations, useTranslations } from './use-translations.ts';

const comments = defineNamespace<typeof commentsEn>({
  en: async () => (await import('@diorama/shared/i18n/comments.en.ts')).commentsEn,
  es: async () => (await import('@diorama/shared/i18n/comments.es.ts')).commentsEs,
});

/** Texts about comments; suspends until they have loaded. */
export const useCommentTranslations = (): Translations<typeof commentsEn> => useTranslations(comments);
