import { type Translations, useTranslations } from '../../hooks/use-translations.ts';

export type EditorTranslations = Translations<'editor'>;

/** Translations of the editor; suspends until they are loaded. */
export const useEditorTranslations = (): EditorTranslations => useTranslations('editor');
