import type { editorEn } from '@diorama/shared/i18n/editor.en.ts';
import type { sceneEn } from '@diorama/shared/i18n/scene.en.ts';
import type { AreaWords } from '../../hooks/area-words.ts';

/** The catalogues of the editor as one. */
export type EditorMessages = typeof editorEn & typeof sceneEn;

/** Speaks the language of the page about everything in the editor. */
export type Words = AreaWords<EditorMessages>;
