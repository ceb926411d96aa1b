import type { CommentAnchor } from '@diorama/shared/contract/comments.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { resolveHierarchy, worldMatrix } from '@diorama/shared/scene/resolve.ts';
import { Raycaster, Vector2, Vector3 } from 'three';
import { localPlace } from '../../scene/local-place.ts';
import type { Point } from '../../scene/measure/catch-point.ts';
import { ScenePicker } from '../../scene/picker.ts';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';

/** Says what a comment hangs on that is begun at a place of the picture; null where there is nothing. */
export function createAnchors(canvas: SceneCanvas): (at: Point) => CommentAnchor | null {
  const picker = new ScenePicker(canvas.view);
  const raycaster = new Raycaster();
  return ({ x, y }) => {
    const { width, height } = canvas.size;
    const { camera, view } = canvas.rig;
    raycaster.setFromCamera(new Vector2((x / width) * 2 - 1, 1 - (y / height) * 2), camera);
    const [hit] = picker.pickAll(raycaster);
    const { document } = canvas.view;
    if (!hit || !document) {
      return null;
    }
    const local = localPlace(worldMatrix(document, resolveHierarchy(document.nodes), hit.id), hit);
    const { point, normal } = local ?? hit;
    return {
      node: local ? hit.id : null,
      position: point.toArray(),
      normal: normal.toArray(),
      surface: null,
      camera: {
        position: view.position.toArray(),
        target: view.target.toArray(),
        fov: canvas.fov,
        projection: document.camera.projection,
      },
    };
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
