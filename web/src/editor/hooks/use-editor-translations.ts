import { type Translations, useTranslations } from '../../hooks/use-translations.ts';

/** Texts that the editor needs before its first frame. {@link PanelTranslations} have these as well. */
export type EditorTranslations = Translations<'editor'>;

/** All texts of the editor. */
export type PanelTranslations = Translations<'panels'>;

/** Translations for parts before the first frame; suspends until they are loaded. */
export const useFirstTranslations = (): EditorTranslations => useTranslations('editor');

/** Translations for parts after the first frame; suspends until they are loaded. */
export const useEditorTranslations = (): PanelTranslations => useTranslations('panels');
