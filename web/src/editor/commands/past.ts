import type { ScenePart } from '@diorama/shared/scene/diff.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { Editor } from '../editor.ts';
import { copyText, pasteText } from './clipboard.ts';

/** Copies a node of an earlier state, with all below it and its materials, to where it stood. False when it cannot be. */
export function copyFromPast(editor: Editor, past: SceneDocument, id: string): boolean {
  const then = new Editor({ ydoc: toYDoc(past) });
  then.selection.set([id]);
  const text = copyText(then);
  then.dispose();
  return text !== null && pasteText(editor, text);
}

/** Gives the scene the environment, effects, opening view, tour or unit of an earlier state, and leaves all else as it is. */
export function takeFromPast(editor: Editor, past: SceneDocument, part: ScenePart): void {
  editor.edit(() => updateScene(editor.ydoc, { [part]: past[part] }));
}
