import type { CommentAnchor } from '@diorama/shared/contract/comment-anchor.ts';
import type { Vector3 } from 'three';
import { anchorOf, placeOfAnchor, viewOfAnchor } from '../../../../comments/comment-anchor.ts';
import { followerOf } from '../../../../scene/follow-surface.ts';
import type { Dragging, DrawnScene, SceneReader, ViewedScene, Viewpoint } from '../../../parts.ts';
import { shownWorld } from '../../../queries/gizmo-frame.ts';
import type { SceneHit } from '../../../scene-queries.ts';

/** Anchor of a comment at a hit, with the current view. */
export function anchorAt({ scene, camera }: SceneReader & Viewpoint, hit: SceneHit): CommentAnchor {
  const view = { ...camera.pose.value, projection: camera.projection };
  return anchorOf(hit, scene.worldOf(hit.id), view);
}

/**
 * Current world position of a comment, running drags included; null without a place or with a deleted node.
 */
export function placeOf(
  editor: Dragging & DrawnScene & SceneReader,
  anchor: CommentAnchor | null,
): Vector3 | null {
  const place = placeOfAnchor(anchor, (id) => (editor.scene.node(id) ? shownWorld(editor, id) : null));
  if (anchor && place && anchor.node !== null) {
    // On an animated surface, the position at this moment.
    followerOf(anchor.surface, editor.spots)?.(place);
  }
  return place;
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
    camera.go(viewOfAnchor(anchor.camera, place), anchor.camera.projection);
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
