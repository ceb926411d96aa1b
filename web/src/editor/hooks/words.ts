import type { editorEn } from '@diorama/shared/i18n/editor.en.ts';
import type { sceneEn } from '@diorama/shared/i18n/scene.en.ts';
import type { Language, Translate } from '@diorama/shared/i18n/t.ts';

/** The catalogues of the editor as one. */
export type EditorMessages = typeof editorEn & typeof sceneEn;

/** Speaks the language of the page about everything in the editor. */
export type Words = { language: Language; t: Translate<EditorMessages> };
