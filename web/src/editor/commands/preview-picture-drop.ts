import type { DropPreview, Hover } from '../kernels/scene-preview.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import type { Feedback, ViewedScene } from '../parts.ts';
import { seenPartAt } from '../queries/drop-target.ts';

/**
 * Dragged pictures and their viewport point, or null outside the viewport. `alt` forces them to be placed as
 * nodes, which has no effect on files that only fit a surface.
 */
export type DraggedPictures = { count: number; at: ScreenPoint | null; alt: boolean; canStand?: boolean };

/** Previews the effect of pictures dropped at a point, and highlights the node that would take one. */
export function previewPictureDrop(
  editor: Feedback & ViewedScene,
  { count, at, alt, canStand = true }: DraggedPictures,
): void {
  const seen = at && count === 1 && !alt ? seenPartAt(editor, at) : null;
  const name = seen ? (editor.scene.node(seen.id)?.name ?? '') : '';
  const part = seen && !seen.isLocked ? seen : null;
  if (!part && !canStand) {
    endDropPreview(editor);
    return;
  }
  const stand: DropPreview = { does: 'stand', count, ...(seen?.isLocked && { locked: name }) };
  show(editor, part ? { does: 'assign', name } : stand);
  point(editor, part && { handle: null, node: part.id, ...(part.slot !== null && { slot: part.slot }) });
}

/** Ends the preview when the drag leaves the view. */
export function endDropPreview(editor: Feedback): void {
  if (editor.dropPreview.value !== null) {
    editor.dropPreview.value = null;
    editor.hover.value = null;
  }
}

/** Drag events arrive many times a second; an unchanged preview is drawn once. */
function show({ dropPreview }: Feedback, next: DropPreview): void {
  if (JSON.stringify(dropPreview.value) !== JSON.stringify(next)) {
    dropPreview.value = next;
  }
}

function point({ hover }: Feedback, next: Hover | null): void {
  const before = hover.value;
  if (before?.node !== next?.node || before?.slot !== next?.slot) {
    hover.value = next;
  }
}
