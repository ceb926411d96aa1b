import { inverseOf, scaleAlong, type Transform, transformOf } from '@diorama/shared/scene/transform.ts';
import { Matrix4 } from 'three';
import type { Editor } from '../editor.ts';
import { tidy } from '../kernels/tidy.ts';

/** The members of a transform that a change of place writes; the others are not touched, not even by rounding. */
export type DragParts = readonly (keyof Transform)[];

/** A world matrix as one below the node's parent. */
export function localMatrixOf({ scene }: Editor, id: string, world: Matrix4): Matrix4 {
  const parent = scene.parentOf(id);
  const inverse = parent === null ? new Matrix4() : inverseOf(scene.worldOf(parent));
  return inverse.multiply(world);
}

/** A world matrix as a transform below the node's parent, like the one that it has. */
export function localOf(editor: Editor, id: string, world: Matrix4): Transform {
  return transformOf(localMatrixOf(editor, id, world), editor.scene.node(id));
}

/** A world matrix as those parts of a node's transform that are written; without its rotation, it is scaled as it is turned. */
export function writtenParts(
  editor: Editor,
  id: string,
  { world, parts }: { world: Matrix4; parts: DragParts },
): Partial<Transform> {
  const node = editor.scene.node(id);
  const isTurned = parts.includes('rotation') || !parts.includes('scale');
  const matrix = localMatrixOf(editor, id, world);
  const local = transformOf(matrix, node);
  return tidyParts(node && !isTurned ? { ...local, scale: scaleAlong(matrix, node.rotation) } : local, parts);
}

/** Parts of a transform as they are written: without the noise of reckoning. */
export function tidyParts(transform: Transform, parts: DragParts): Partial<Transform> {
  return Object.fromEntries(parts.map((part) => [part, transform[part].map(tidy)]));
}
