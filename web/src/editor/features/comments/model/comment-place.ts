import type { CommentAnchor } from '@diorama/shared/contract/comments.ts';
import { Vector3 } from 'three';
import { followerOf } from '../../../../scene/follow-surface.ts';
import { toLocalPoint } from '../../../../scene/local-point.ts';
import { restoreViewOf } from '../../../../scene/restore-view.ts';
import type { Dragging, DrawnScene, SceneReader, ViewedScene, Viewpoint } from '../../../parts.ts';
import { shownWorld } from '../../../queries/gizmo-frame.ts';
import type { SceneHit } from '../../../scene-queries.ts';

/** Anchor of a comment at a hit, with the current view. */
export function anchorAt(editor: SceneReader & Viewpoint, hit: SceneHit): CommentAnchor {
  const local = toLocalPoint(editor.scene.worldOf(hit.id), hit);
  const { point, normal } = local ?? hit;
  const { position, target, fov } = editor.camera.pose.value;
  return {
    node: local ? hit.id : null,
    position: point.toArray(),
    normal: normal.toArray(),
    surface: hit.spot && { node: hit.id, ...hit.spot },
    camera: {
      position: position.toArray(),
      target: target.toArray(),
      fov,
      projection: editor.camera.projection,
    },
  };
}

/**
 * Current world position of a comment, running drags included; null without a place or with a deleted node.
 */
export function placeOf(
  editor: Dragging & DrawnScene & SceneReader,
  anchor: CommentAnchor | null,
): Vector3 | null {
  if (!anchor) {
    return null;
  }
  const point = new Vector3(...anchor.position);
  if (anchor.node === null) {
    return point;
  }
  if (!editor.scene.node(anchor.node)) {
    return null;
  }
  point.applyMatrix4(shownWorld(editor, anchor.node));
  // On an animated surface, the position at this moment.
  followerOf(anchor.surface, editor.spots)?.(point);
  return point;
}

/**
 * Moves the camera to a comment: to the author's view while that still shows the place, else to the place
 * from the current direction.
 */
export function goToAnchor(editor: Dragging & ViewedScene, anchor: CommentAnchor | null): boolean {
  const { camera } = editor;
  const pose = camera.pose.value;
  const place = placeOf(editor, anchor);
  if (anchor?.camera) {
    const { fov, projection } = anchor.camera;
    const [position, target] = [new Vector3(...anchor.camera.position), new Vector3(...anchor.camera.target)];
    const kept = { position, target, fov };
    camera.go({ ...kept, ...(place && restoreViewOf(kept, place)) }, projection);
    return true;
  }
  if (place) {
    camera.go({ ...pose, position: pose.position.clone().sub(pose.target).add(place), target: place });
  }
  return place !== null;
}

/** Whether there is a view to move to. */
export function hasView(editor: Dragging & DrawnScene & SceneReader, anchor: CommentAnchor | null): boolean {
  return Boolean(anchor?.camera) || placeOf(editor, anchor) !== null;
}
