import type { editorEn } from '@diorama/shared/i18n/editor.en.ts';
import type { sceneEn } from '@diorama/shared/i18n/scene.en.ts';
import type { Translations } from '../../hooks/use-translations.ts';

/** All message catalogues of the editor. */
export type EditorMessages = typeof editorEn & typeof sceneEn;

/** Translation functions for the whole editor in the page's language. */
export type EditorTranslations = Translations<EditorMessages>;
