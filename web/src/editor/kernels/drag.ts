import type { Transform } from '@diorama/shared/scene/transform.ts';
import type { Matrix4 } from 'three';

/** Transform parts that a move writes; the others stay unchanged, even by rounding. */
export type DragParts = readonly (keyof Transform)[];

/** Dragged nodes: start matrices, the common delta, and the transform parts to write at the end. */
export type Drag = { starts: ReadonlyMap<string, Matrix4>; delta: Matrix4; parts: DragParts };
