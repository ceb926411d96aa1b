import { type Transform, transformOf } from '@diorama/shared/scene/ops.ts';
import { Matrix4 } from 'three';
import type { Editor } from '../editor.ts';

/** The members of a transform that a change of place writes; the others are not touched, not even by rounding. */
export type DragParts = readonly (keyof Transform)[];

const DECIMALS = 1e6;

/** A world matrix as one below the node's parent. */
export function localMatrixOf({ scene }: Editor, id: string, world: Matrix4): Matrix4 {
  const parent = scene.parentOf(id);
  const inverse = parent === null ? new Matrix4() : scene.worldOf(parent).invert();
  return inverse.multiply(world);
}

/** A world matrix as a transform below the node's parent. */
export function localOf(editor: Editor, id: string, world: Matrix4): Transform {
  return transformOf(localMatrixOf(editor, id, world));
}

/** Parts of a transform as they are written: without the noise of reckoning. */
export function tidyParts(transform: Transform, parts: DragParts): Partial<Transform> {
  return Object.fromEntries(parts.map((part) => [part, transform[part].map(tidy)]));
}

function tidy(value: number): number {
  // Adding 0 turns -0 into 0.
  return Math.round(value * DECIMALS) / DECIMALS + 0;
}
