import type { SceneTemplate } from '@diorama/shared/domain/scene-templates.ts';
import { removeNodes } from '@diorama/shared/scene/ops.ts';
import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { type TemplateTranslate, templateDocument } from '@diorama/shared/scene/templates/start-document.ts';
import type { SelectionWriter, ViewedScene } from '../parts.ts';
import { isUnfilled } from '../queries/is-unfilled.ts';
import { copyTextFrom, pasteText } from './clipboard.ts';
import { goToOpeningView } from './focus.ts';

/**
 * Fills an unfilled scene with a template, its light and its opening view, as one step. Its former lights go.
 * @returns false if the scene has objects or is read-only
 */
export function applyTemplate(
  editor: SelectionWriter & ViewedScene,
  template: SceneTemplate,
  t: TemplateTranslate,
): boolean {
  if (editor.isReadOnly.value || !isUnfilled(editor)) {
    return false;
  }
  const document = templateDocument(template, t);
  const text = copyTextFrom(document, (scene) => scene.children(null));
  const mark = editor.history.mark();
  if (text === null || !pasteText(editor, text, mark)) {
    return false;
  }
  const pasted = new Set(editor.selection.ids.value);
  const previous = editor.scene.children(null).filter((id) => !pasted.has(id));
  const { environment, camera } = document;
  editor.edit(() => {
    removeNodes(editor.ydoc, previous);
    updateScene(editor.ydoc, { environment, camera });
  }, mark);
  editor.selection.set([]);
  goToOpeningView(editor);
  return true;
}
