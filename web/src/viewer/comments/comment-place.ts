import type { CommentAnchor } from '@diorama/shared/contract/comments.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { resolveHierarchy, worldMatrix } from '@diorama/shared/scene/resolve.ts';
import { Raycaster, Vector2, Vector3 } from 'three';
import { isShownSimplified } from '../../scene/follow-surface.ts';
import type { View } from '../../scene/framing.ts';
import { toLocalPoint } from '../../scene/local-point.ts';
import type { Point } from '../../scene/measure/snap-to-surface.ts';
import { type Hit, ScenePicker } from '../../scene/picker.ts';
import { restoreViewOf } from '../../scene/restore-view.ts';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';

/**
 * Creates a function that returns the anchor of a comment at a screen position; null where there is no surface.
 * @param isSimplified - whether lighter files are shown
 */
export function createAnchors(
  canvas: SceneCanvas,
  isSimplified: boolean,
): (at: Point) => CommentAnchor | null {
  const picker = new ScenePicker(canvas.view);
  const raycaster = new Raycaster();
  return ({ x, y }) => {
    const { width, height } = canvas.size;
    const { camera, view } = canvas.rig;
    raycaster.setFromCamera(new Vector2((x / width) * 2 - 1, 1 - (y / height) * 2), camera);
    const [hit] = picker.pickAll(raycaster);
    const { document } = canvas.view;
    return hit && document
      ? anchorOf(hit, { document, view: { ...view, fov: canvas.camera.fov }, isSimplified })
      : null;
  };
}

/** Anchor of a comment at a hit, with the visitor's current view. */
export function anchorOf(
  hit: Pick<Hit, 'id' | 'point' | 'normal' | 'spot'>,
  {
    document,
    view,
    isSimplified,
  }: { document: SceneDocument; view: View & { fov: number }; isSimplified: boolean },
): CommentAnchor {
  const local = toLocalPoint(worldMatrix(document, resolveHierarchy(document.nodes), hit.id), hit);
  const { point, normal } = local ?? hit;
  return {
    node: local ? hit.id : null,
    position: point.toArray(),
    normal: normal.toArray(),
    // Triangles of lighter files differ from those on other devices.
    surface:
      hit.spot && !isShownSimplified(document, hit.id, isSimplified) ? { node: hit.id, ...hit.spot } : null,
    camera: {
      position: view.position.toArray(),
      target: view.target.toArray(),
      fov: view.fov,
      projection: document.camera.projection,
    },
  };
}

/** Current positions of comments in a scene, by their nodes; none for those whose node was deleted. */
export function createPlaces(
  document: SceneDocument,
): (anchor: Pick<CommentAnchor, 'node' | 'position'> | null) => Vector3 | null {
  const hierarchy = resolveHierarchy(document.nodes);
  return (anchor) => {
    if (anchor === null || (anchor.node !== null && !Object.hasOwn(document.nodes, anchor.node))) {
      return null;
    }
    const point = new Vector3(...anchor.position);
    return anchor.node === null ? point : point.applyMatrix4(worldMatrix(document, hierarchy, anchor.node));
  };
}

/** Flies to the view in which a comment was written, if its node is still visible there. */
export function goToAnchor(canvas: SceneCanvas, anchor: CommentAnchor | null): void {
  if (!anchor?.camera) {
    return;
  }
  const { position, target, fov } = anchor.camera;
  const kept = { position: new Vector3(...position), target: new Vector3(...target), fov };
  const { document } = canvas.view;
  const place = document && createPlaces(document)(anchor);
  canvas.camera.look({ ...kept, ...(place && restoreViewOf(kept, place)) });
}
