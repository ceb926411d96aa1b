import { tourOf } from '@diorama/shared/scene/annotations.ts';
import { isGeneratedId, storedOwnerOf } from '@diorama/shared/scene/copies/generated-id.ts';
import { addNode, moveNodes, type NodePatch, updateNode, updateNodes } from '@diorama/shared/scene/ops.ts';
import { placeSiblings } from '@diorama/shared/scene/sibling-order.ts';
import { Vector3 } from 'three';
import { toLocalPoint } from '../../../../scene/local-point.ts';
import type { SceneReader, SceneWriter, Selecting, Viewpoint } from '../../../parts.ts';
import { createNamer } from '../../../queries/names.ts';
import type { SceneHit } from '../../../scene-queries.ts';

/** Largest length of a stored mesh name, in characters. */
const MAX_MESH_NAME = 200;

/**
 * Creates an annotation on a surface, last in the tour and with the current view, and selects it. The
 * annotation follows the surface.
 * @param name - initial title
 */
export function createAnnotation(
  editor: SceneWriter & Selecting & Viewpoint,
  hit: SceneHit,
  name: string,
): string | null {
  if (editor.isReadOnly.value) {
    return null;
  }
  const { parent, position, ...place } = placeOn(editor, hit);
  const { placed } = placeSiblings(orderOf(editor), orderOf(editor).length, 1);
  const id = editor.edit(() =>
    addNode(editor.ydoc, {
      ...{ kind: 'annotation', parent, position },
      name: createNamer(editor)(name),
      props: {
        ...(placed[0] === undefined ? {} : { order: placed[0] }),
        camera: currentViewOf(editor),
        ...place,
      },
    }),
  );
  editor.selection.set([id]);
  return id;
}

/** Moves an annotation to another place, as one step. Its view and its tour position stay. */
export function moveAnnotation(editor: SceneWriter, id: string, hit: SceneHit): void {
  const node = editor.scene.node(id);
  if (node?.kind !== 'annotation' || editor.isReadOnly.value || editor.scene.isLocked(id)) {
    return;
  }
  const { parent, position, ...place } = placeOn(editor, hit);
  editor.edit(() => {
    if (editor.scene.parentOf(id) !== parent) {
      moveNodes(editor.ydoc, [id], { parent });
    }
    updateNode<'annotation'>(editor.ydoc, id, { position, props: { ...place, toCheck: false } });
  });
}

/** Confirms the place of an annotation whose file was replaced. */
export function confirmAnnotation(editor: SceneWriter, id: string): void {
  if (editor.scene.node(id)?.kind === 'annotation' && !editor.isReadOnly.value) {
    editor.edit(() => updateNode<'annotation'>(editor.ydoc, id, { props: { toCheck: false } }));
  }
}

/** Patch for an annotation that is moved by hand: it is detached from its surface spot. */
export function detachFromSurface({ scene }: SceneReader, id: string): NodePatch {
  const node = scene.node(id);
  if (node?.kind !== 'annotation') {
    return {};
  }
  const { surface, toCheck } = node.props;
  const isHeld = surface !== null && surface.triangle !== null;
  const freed = isHeld && { surface: { ...surface, triangle: null, barycentric: null } };
  return isHeld || toCheck ? { props: { ...freed, toCheck: false } } : {};
}

/** Place of an annotation on a surface: relative to the surface's node, if its space can be computed. */
function placeOn({ scene }: SceneReader, hit: SceneHit) {
  // A node of an instance cannot have children, so its instance gets the annotation.
  const parent = storedOwnerOf(hit.id);
  const local = toLocalPoint(scene.worldOf(parent), hit);
  const { point, normal } = local ?? hit;
  return {
    parent: local ? parent : null,
    position: point.toArray(),
    normal: normal.toArray(),
    surface: hitSurfaceOf(hit),
  };
}

/**
 * Surface reference of a hit, as stored by an annotation. It includes the triangle if the surface can deform.
 */
export function hitSurfaceOf({ id, part, slot, spot }: SceneHit) {
  // Meshes without names are identified by their slots.
  const mesh = (part ?? (spot && slot))?.slice(0, MAX_MESH_NAME) ?? null;
  if (isGeneratedId(id)) {
    return { node: storedOwnerOf(id), mesh: null, triangle: null, barycentric: null };
  }
  return { node: id, mesh, triangle: spot?.triangle ?? null, barycentric: spot?.barycentric ?? null };
}

/** Moves an annotation before another in the tour, or to the end. */
export function moveInTour(editor: SceneWriter, id: string, before: string | null): void {
  const others = orderOf(editor).filter((one) => one.id !== id);
  const at = before === null ? others.length : others.findIndex((one) => one.id === before);
  if (editor.isReadOnly.value || id === before || at < 0 || editor.scene.node(id)?.kind !== 'annotation') {
    return;
  }
  const { placed, moved } = placeSiblings(others, at, 1);
  const changes = [...moved, ...placed.map((index) => ({ id, index }))];
  const patches = changes.map(({ id: one, index }): [string, NodePatch] => [
    one,
    { props: { order: index } },
  ]);
  editor.edit(() => updateNodes(editor.ydoc, new Map(patches)));
}

/** Selects an annotation and moves the camera to its stored view, or to where the annotation is visible. */
export function goToAnnotation(editor: SceneReader & Selecting & Viewpoint, id: string): void {
  const node = editor.scene.node(id);
  if (node?.kind !== 'annotation') {
    return;
  }
  editor.selection.set([id]);
  const { camera } = node.props;
  const pose = editor.camera.pose.value;
  if (camera) {
    editor.camera.go({
      position: new Vector3(...camera.position),
      target: new Vector3(...camera.target),
      fov: pose.fov,
    });
    return;
  }
  const target = new Vector3().setFromMatrixPosition(editor.scene.worldOf(id));
  editor.camera.go({ ...pose, position: pose.position.clone().sub(pose.target).add(target), target });
}

/** Current view, as stored by an annotation. */
export function currentViewOf({ camera }: Viewpoint) {
  const { position, target } = camera.pose.value;
  return { position: position.toArray(), target: target.toArray() };
}

function orderOf({ scene }: SceneReader): { id: string; index: string }[] {
  return tourOf(scene.document.value).map(({ id, node }) => ({ id, index: node.props.order }));
}
