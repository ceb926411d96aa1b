import { sourceInRepeats } from '@diorama/shared/scene/copies/generated-id.ts';
import { roleOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import type { Permission, ViewedScene } from '../parts.ts';
import type { SurfacePart } from './assigned-material.ts';

/** Surface part at a point, and whether it is locked and so accepts nothing. */
type PartAtPoint = SurfacePart & { isLocked: boolean };

/** Visible surface part at a viewport point. Locked surfaces occlude those behind them; marks do not. */
export function seenPartAt(editor: ViewedScene, point: ScreenPoint): PartAtPoint | null {
  const { scene, visibility, queries } = editor;
  const hit = queries?.hits(editor.camera.rayAt(point)).find(({ id }) => {
    const node = scene.node(id);
    return node && roleOf(node.kind) === 'surface' && visibility.isVisible(id);
  });
  if (!hit) {
    return null;
  }
  const id = sourceInRepeats(hit.id);
  return { id, slot: hit.slot, isLocked: scene.isLocked(id) };
}

/** Surface part that would take a material or a picture dropped at a viewport point. */
export function dropTargetAt(editor: Permission & ViewedScene, point: ScreenPoint): SurfacePart | null {
  const seen = seenPartAt(editor, point);
  return seen && !seen.isLocked && !editor.isReadOnly.value ? { id: seen.id, slot: seen.slot } : null;
}
