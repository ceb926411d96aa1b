import type { ScenePart } from '@diorama/shared/scene/diff.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { copyTextFrom, pasteText } from '../../commands/clipboard.ts';
import type { SceneWriter, SelectionWriter, ViewedScene } from '../../parts.ts';

/**
 * Copies a node of an earlier version, with descendants and materials, to its former place. Returns false if
 * it cannot be copied.
 */
export function copyFromVersion(
  editor: SelectionWriter & ViewedScene,
  version: SceneDocument,
  id: string,
): boolean {
  const text = copyTextFrom(version, () => [id]);
  return text !== null && pasteText(editor, text);
}

/** Restores one scene setting (environment, effects, opening view, tour or unit) from an earlier version. */
export function restorePart(editor: SceneWriter, version: SceneDocument, part: ScenePart): void {
  editor.edit(() => updateScene(editor.ydoc, { [part]: version[part] }));
}
