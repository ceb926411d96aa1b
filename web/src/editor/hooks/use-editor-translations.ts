import { defineNamespace, useTranslations } from '../../hooks/use-translations.ts';
import type { EditorMessages, EditorTranslations } from './editor-translations.ts';

const editor = defineNamespace<EditorMessages>({
  en: async () => {
    const [{ editorEn }, { sceneEn }] = await Promise.all([
      import('@diorama/shared/i18n/editor.en.ts'),
      import('@diorama/shared/i18n/scene.en.ts'),
    ]);
    return { ...editorEn, ...sceneEn };
  },
  es: async () => {
    const [{ editorEs }, { sceneEs }] = await Promise.all([
      import('@diorama/shared/i18n/editor.es.ts'),
      import('@diorama/shared/i18n/scene.es.ts'),
    ]);
    return { ...editorEs, ...sceneEs };
  },
});

/** Translations of the editor; suspends until they are loaded. */
export const useEditorTranslations = (): EditorTranslations => useTranslations(editor);
