import { roleOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { Editor } from '../editor.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import type { SurfacePart } from './worn-material.ts';

/** What is seen at a point, and whether it is locked, so that it takes nothing. */
export type SeenPart = SurfacePart & { isLocked: boolean };

/** The part of a surface that is seen at a point of the viewport. What is locked is in front of what is behind it. */
export function seenPartAt(editor: Editor, point: ScreenPoint): SeenPart | null {
  const { scene, sight, probe } = editor;
  const hit = probe?.hits(editor.camera.rayAt(point)).find(({ id }) => {
    const node = scene.node(id);
    return node && roleOf(node.kind) === 'surface' && sight.isSeen(id);
  });
  return hit ? { id: hit.id, slot: hit.slot, isLocked: scene.isLocked(hit.id) } : null;
}

/** The part of a surface that would take a picture at a point of the viewport. */
export function pictureTargetAt(editor: Editor, point: ScreenPoint): SurfacePart | null {
  const seen = seenPartAt(editor, point);
  return seen && !seen.isLocked && !editor.isReadOnly.get() ? { id: seen.id, slot: seen.slot } : null;
}
