import type { NodeOf } from '@diorama/shared/scene/document.ts';
import { type NodePatch, updateNodes } from '@diorama/shared/scene/ops.ts';
import { Matrix3, Matrix4, Ray, Vector3 } from 'three';
import { toLocalPoint } from '../../../../scene/local-point.ts';
import type { DrawnScene, SceneReader, SceneWriter } from '../../../parts.ts';
import type { SceneHit } from '../../../scene-queries.ts';
import { hitSurfaceOf } from './annotations.ts';

/** Search distances for an annotation's surface, nearest first, as fractions of the node's size. */
const REACHES = [0.05, 0.3, 1] as const;
/** Largest move of an annotation that still counts as in place, as a fraction of the node's size. */
const IN_PLACE = 0.01;

/** Flags the annotations on a node whose file is replaced as unchecked, or clears the flag. */
export function flagFileAnnotations(editor: SceneWriter, nodeId: string, toCheck = true): void {
  const patches = notesOf(editor, nodeId)
    .filter(([, { props }]) => props.toCheck !== toCheck)
    .map(([id]): [string, NodePatch] => [id, { props: { toCheck } }]);
  updateNodes(editor.ydoc, new Map(patches));
}

/**
 * Projects the annotations of a node with a replaced file onto its new surface, along each view direction.
 * Annotations that barely moved are not flagged. Those without a surface below them stay in place.
 */
export function projectAnnotations(editor: DrawnScene & SceneWriter, nodeId: string): void {
  const size = editor.queries?.boundsOf([nodeId]).getSize(new Vector3()).length() ?? 0;
  const flagged = size > 0 ? notesOf(editor, nodeId).filter(([, { props }]) => props.toCheck) : [];
  const patches = flagged.flatMap(([id, note]) => {
    const patch = projected(editor, { id, note, nodeId, size });
    return patch ? [[id, patch] as const] : [];
  });
  updateNodes(editor.ydoc, new Map(patches));
}

type Note = { id: string; note: NodeOf<'annotation'>; nodeId: string; size: number };

function projected(
  editor: DrawnScene & SceneReader,
  { id, note, nodeId, size }: Note,
): NodePatch<'annotation'> | null {
  const { scene } = editor;
  const parent = scene.parentOf(id);
  const above = parent === null ? new Matrix4() : scene.worldOf(parent);
  const at = new Vector3(...note.position).applyMatrix4(above);
  const toScene = new Matrix3().getNormalMatrix(above);
  const way = new Vector3(...note.props.normal).applyMatrix3(toScene).normalize();
  const hit = way.lengthSq() > 0 ? hitAlong(editor, nodeId, { at, way, size }) : null;
  const local = hit && toLocalPoint(above, hit);
  if (!hit || !local) {
    return null;
  }
  const toCheck = hit.point.distanceTo(at) > size * IN_PLACE;
  return {
    position: local.point.toArray(),
    props: { normal: local.normal.toArray(), surface: hitSurfaceOf(hit), toCheck },
  };
}

/** Nearest hit on a node before or behind a point along a direction. */
function hitAlong(
  { queries }: DrawnScene,
  nodeId: string,
  { at, way, size }: { at: Vector3; way: Vector3; size: number },
): SceneHit | null {
  for (const reach of REACHES) {
    const far = size * reach;
    const ray = new Ray(at.clone().addScaledVector(way, far), way.clone().negate());
    const hit = queries?.hits(ray).find(({ id }) => id === nodeId);
    if (hit && hit.distance <= 2 * far) {
      return hit;
    }
  }
  return null;
}

function notesOf({ scene }: SceneReader, nodeId: string): [string, NodeOf<'annotation'>][] {
  return scene.nodesOf('annotation').filter(([, { props }]) => props.surface?.node === nodeId);
}
