import type { CommentAnchor } from '@diorama/shared/contract/comments.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { resolveHierarchy, worldMatrix } from '@diorama/shared/scene/resolve.ts';
import { Raycaster, Vector2, Vector3 } from 'three';
import { isShownLighter } from '../../scene/follow-surface.ts';
import type { View } from '../../scene/framing.ts';
import { viewOfPlace } from '../../scene/kept-view.ts';
import { localPlace } from '../../scene/local-place.ts';
import type { Point } from '../../scene/measure/catch-point.ts';
import { type Hit, ScenePicker } from '../../scene/picker.ts';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';

/**
 * Says what a comment hangs on that is begun at a place of the picture; null where there is nothing.
 * @param isLight - lighter files are shown
 */
export function createAnchors(canvas: SceneCanvas, isLight: boolean): (at: Point) => CommentAnchor | null {
  const picker = new ScenePicker(canvas.view);
  const raycaster = new Raycaster();
  return ({ x, y }) => {
    const { width, height } = canvas.size;
    const { camera, view } = canvas.rig;
    raycaster.setFromCamera(new Vector2((x / width) * 2 - 1, 1 - (y / height) * 2), camera);
    const [hit] = picker.pickAll(raycaster);
    const { document } = canvas.view;
    return hit && document ? anchorOf(hit, { document, view: { ...view, fov: canvas.fov }, isLight }) : null;
  };
}

/** What a comment hangs on that is begun at a hit, with the view that the visitor has. */
export function anchorOf(
  hit: Pick<Hit, 'id' | 'point' | 'normal' | 'spot'>,
  { document, view, isLight }: { document: SceneDocument; view: View & { fov: number }; isLight: boolean },
): CommentAnchor {
  const local = localPlace(worldMatrix(document, resolveHierarchy(document.nodes), hit.id), hit);
  const { point, normal } = local ?? hit;
  return {
    node: local ? hit.id : null,
    position: point.toArray(),
    normal: normal.toArray(),
    // The triangles of lighter files are not those that others see.
    surface: hit.spot && !isShownLighter(document, hit.id, isLight) ? { node: hit.id, ...hit.spot } : null,
    camera: {
      position: view.position.toArray(),
      target: view.target.toArray(),
      fov: view.fov,
      projection: document.camera.projection,
    },
  };
}

/** Where in a scene comments are, by their things as they stand now; none for those whose thing is gone. */
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

/** Goes to the view that somebody had when they said something, as far as what it is about is still in it. */
export function goToAnchor(canvas: SceneCanvas, anchor: CommentAnchor | null): void {
  if (!anchor?.camera) {
    return;
  }
  const { position, target, fov } = anchor.camera;
  const kept = { position: new Vector3(...position), target: new Vector3(...target), fov };
  const { document } = canvas.view;
  const place = document && createPlaces(document)(anchor);
  canvas.look({ ...kept, ...(place && viewOfPlace(kept, place)) });
}
