import { type Translations, useTranslations } from './use-translations.ts';

/** Texts about comments; suspends until they have loaded. */
export const useCommentTranslations = (): Translations<'comments'> => useTranslations('comments');
