import type { CommentAnchor } from '@diorama/shared/contract/comment-anchor.ts';
import { storedOwnerOf } from '@diorama/shared/scene/copies/generated-id.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { resolveHierarchy, worldMatrix } from '@diorama/shared/scene/resolve.ts';
import type { Vector3 } from 'three';
import { anchorOf, placeOfAnchor, viewOfAnchor } from '../../comments/comment-anchor.ts';
import { isShownSimplified } from '../../scene/follow-surface.ts';
import type { LensView } from '../../scene/framing.ts';
import type { Point } from '../../scene/measure/snap-to-surface.ts';
import { type Hit, ScenePicker } from '../../scene/picker.ts';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';
import { rayThrough } from '../../scene/viewport-rays.ts';

/**
 * Creates a function that returns the anchor of a comment at a screen position; null where there is no surface.
 * @param isSimplified - whether lighter files are shown
 */
export function createAnchors(
  canvas: SceneCanvas,
  isSimplified: boolean,
): (at: Point) => CommentAnchor | null {
  const picker = new ScenePicker(canvas.view);
  return (at) => {
    const { camera, view } = canvas.rig;
    const hit = picker.pick(rayThrough(camera, canvas.size, at));
    const { shown: document } = canvas.view;
    return hit && document
      ? anchorIn(document, hit, { view: { ...view, fov: canvas.camera.fov }, isSimplified })
      : null;
  };
}

/** Anchor of a comment at a hit, with the visitor's current view. */
export function anchorIn(
  document: SceneDocument,
  hit: Pick<Hit, 'id' | 'point' | 'normal' | 'spot'>,
  { view, isSimplified }: { view: LensView; isSimplified: boolean },
): CommentAnchor {
  // A copy may be gone at any time, so the comment belongs to the node that generates it.
  const id = storedOwnerOf(hit.id);
  // Triangles of lighter files differ from those on other devices.
  const isOther = id !== hit.id || isShownSimplified(document, id, isSimplified);
  const world = worldMatrix(document, resolveHierarchy(document.nodes), id);
  return anchorOf({ ...hit, id, spot: isOther ? null : hit.spot }, world, {
    ...view,
    projection: document.camera.projection,
  });
}

/** Current positions of comments in a scene, by their nodes; none for those whose node was deleted. */
export function createPlaces(
  document: SceneDocument,
): (anchor: Pick<CommentAnchor, 'node' | 'position'> | null) => Vector3 | null {
  const hierarchy = resolveHierarchy(document.nodes);
  const worldOf = (id: string) =>
    Object.hasOwn(document.nodes, id) ? worldMatrix(document, hierarchy, id) : null;
  return (anchor) => placeOfAnchor(anchor, worldOf);
}

/** Flies to the view in which a comment was written, if its node is still visible there. */
export function flyToAnchor(canvas: SceneCanvas, anchor: CommentAnchor | null): void {
  if (anchor?.camera) {
    const { document } = canvas.view;
    canvas.camera.look(viewOfAnchor(anchor.camera, document && createPlaces(document)(anchor)));
  }
}
