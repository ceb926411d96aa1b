import type { CommentAnchor } from '@diorama/shared/contract/comments.ts';
import { Vector3 } from 'three';
import { followerOf } from '../../scene/follow-surface.ts';
import { viewOfPlace } from '../../scene/kept-view.ts';
import { localPlace } from '../../scene/local-place.ts';
import type { Editor } from '../editor.ts';
import type { ProbeHit } from '../probe.ts';
import { shownWorld } from './gizmo-frame.ts';

/** Where a comment hangs that is begun at a hit, with the view that the person has. */
export function anchorAt(editor: Editor, hit: ProbeHit): CommentAnchor {
  const local = localPlace(editor.scene.worldOf(hit.id), hit);
  const { point, normal } = local ?? hit;
  const { position, target, fov } = editor.camera.get();
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

/** Where in the scene a comment is seen now, drags included; null for one without a place, or whose thing is gone. */
export function placeOf(editor: Editor, anchor: CommentAnchor | null): Vector3 | null {
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
  // Of a surface that moves by itself, where it is at this moment.
  followerOf(anchor.surface, editor.spots)?.(point);
  return point;
}

/**
 * Goes to the view of a comment: the one that its author had, as far as what it is about is still in it, else one of its
 * place from where the eye looks now.
 */
export function goToAnchor(editor: Editor, anchor: CommentAnchor | null): boolean {
  const { camera } = editor;
  const pose = camera.get();
  const place = placeOf(editor, anchor);
  if (anchor?.camera) {
    const { fov, projection } = anchor.camera;
    const [position, target] = [new Vector3(...anchor.camera.position), new Vector3(...anchor.camera.target)];
    const kept = { position, target, fov };
    camera.go({ ...kept, ...(place && viewOfPlace(kept, place)) }, projection);
    return true;
  }
  if (place) {
    camera.go({ ...pose, position: pose.position.clone().sub(pose.target).add(place), target: place });
  }
  return place !== null;
}

/** Whether there is a view to go to. */
export function hasView(editor: Editor, anchor: CommentAnchor | null): boolean {
  return Boolean(anchor?.camera) || placeOf(editor, anchor) !== null;
}
