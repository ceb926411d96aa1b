import type { CommentAnchor } from '@diorama/shared/contract/comment-anchor.ts';
import { type Matrix4, Vector3 } from 'three';
import type { LensView } from '../scene/framing.ts';
import { toLocalPoint } from '../scene/local-point.ts';
import type { Hit } from '../scene/picker.ts';
import { restoreViewOf } from '../scene/restore-view.ts';

/** Surface that a user comments on. */
type CommentedSurface = Pick<Hit, 'id' | 'point' | 'normal' | 'spot'>;

/**
 * Anchor of a comment on a surface, with the current view.
 * @param world - world matrix of the surface's node
 */
export function anchorOf(
  hit: CommentedSurface,
  world: Matrix4,
  {
    position,
    target,
    fov,
    projection,
  }: LensView & { projection: NonNullable<CommentAnchor['camera']>['projection'] },
): CommentAnchor {
  const local = toLocalPoint(world, hit);
  const { point, normal } = local ?? hit;
  return {
    node: local ? hit.id : null,
    position: point.toArray(),
    normal: normal.toArray(),
    surface: hit.spot && { node: hit.id, ...hit.spot },
    camera: { position: position.toArray(), target: target.toArray(), fov, projection },
  };
}

/**
 * Position of a comment in world space; null without a place or with a deleted node.
 * @param worldOf - returns the world matrix of a node, null for a deleted one
 */
export function placeOfAnchor(
  anchor: Pick<CommentAnchor, 'node' | 'position'> | null,
  worldOf: (node: string) => Matrix4 | null,
): Vector3 | null {
  if (!anchor) {
    return null;
  }
  const point = new Vector3(...anchor.position);
  if (anchor.node === null) {
    return point;
  }
  const world = worldOf(anchor.node);
  return world && point.applyMatrix4(world);
}

/** The author's view while that still shows the comment's place, else the place from the same direction. */
export function viewOfAnchor(
  { position, target, fov }: NonNullable<CommentAnchor['camera']>,
  place: Vector3 | null,
): LensView {
  const kept = { position: new Vector3(...position), target: new Vector3(...target), fov };
  return { ...kept, ...(place && restoreViewOf(kept, place)) };
}
