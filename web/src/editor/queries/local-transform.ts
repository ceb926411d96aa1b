import { inverseOf, scaleAlong, type Transform, transformOf } from '@diorama/shared/scene/transform.ts';
import { Matrix4 } from 'three';
import type { DragParts } from '../kernels/drag.ts';
import { roundMeasure } from '../kernels/round-measure.ts';
import type { SceneReader } from '../parts.ts';

/** Converts a world matrix to the space of the node's parent. */
export function localMatrixOf({ scene }: SceneReader, id: string, world: Matrix4): Matrix4 {
  const parent = scene.parentOf(id);
  const inverse = parent === null ? new Matrix4() : inverseOf(scene.worldOf(parent));
  return inverse.multiply(world);
}

/** Converts a world matrix to a transform relative to the node's parent, in the node's current form. */
export function localTransformOf(editor: SceneReader, id: string, world: Matrix4): Transform {
  return transformOf(localMatrixOf(editor, id, world), editor.scene.node(id));
}

/**
 * Parts of a node's transform that a world matrix sets; without rotation, the scale follows the current
 * rotation.
 */
export function writtenParts(
  editor: SceneReader,
  id: string,
  { world, parts }: { world: Matrix4; parts: DragParts },
): Partial<Transform> {
  const node = editor.scene.node(id);
  const isTurned = parts.includes('rotation') || !parts.includes('scale');
  const matrix = localMatrixOf(editor, id, world);
  const local = transformOf(matrix, node);
  return roundParts(
    node && !isTurned ? { ...local, scale: scaleAlong(matrix, node.rotation) } : local,
    parts,
  );
}

/** Transform parts without rounding noise, as they are written. */
export function roundParts(transform: Transform, parts: DragParts): Partial<Transform> {
  return Object.fromEntries(parts.map((part) => [part, transform[part].map(roundMeasure)]));
}
