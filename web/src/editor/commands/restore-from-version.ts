import type { ScenePart } from '@diorama/shared/scene/diff.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { Editor } from '../editor.ts';
import { copyText, pasteText } from './clipboard.ts';

/**
 * Copies a node of an earlier version, with descendants and materials, to its former place. Returns false if
 * it cannot be copied.
 */
export function copyFromVersion(editor: Editor, version: SceneDocument, id: string): boolean {
  const then = new Editor({ ydoc: toYDoc(version) });
  then.selection.set([id]);
  const text = copyText(then);
  then.dispose();
  return text !== null && pasteText(editor, text);
}

/** Restores one scene setting (environment, effects, opening view, tour or unit) from an earlier version. */
export function restorePart(editor: Editor, version: SceneDocument, part: ScenePart): void {
  editor.edit(() => updateScene(editor.ydoc, { [part]: version[part] }));
}
