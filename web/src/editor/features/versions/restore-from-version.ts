import { partOf, type ScenePart } from '@diorama/shared/scene/diff.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { applyDocumentDiff } from '@diorama/shared/scene/ydoc.ts';
import { copyTextFrom, parseClip, pasteText } from '../../commands/clipboard.ts';
import { withFreeComponentIds } from '../../commands/free-component-ids.ts';
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
  const clip = parseClip(copyTextFrom(version, () => [id]) ?? '');
  const here = editor.scene.shared.value.nodes;
  return clip !== null && pasteText(editor, JSON.stringify(withFreeComponentIds(clip, here)));
}

/** Restores one part of the scene (such as its environment, tour or options) from an earlier version. */
export function restorePart(editor: SceneWriter, version: SceneDocument, part: ScenePart): void {
  editor.edit(() =>
    applyDocumentDiff(editor.ydoc, { ...editor.scene.unexpanded.value, ...partOf(version, part) }),
  );
}
