import { type Box3, Matrix4, Vector3 } from 'three';

/** Alignment, distribution and copies of boxes. World space, metres and radians. */

export const AXES = ['x', 'y', 'z'] as const;
export type Axis = (typeof AXES)[number];

/** Sides to align. */
export const ALIGN_SIDES = ['min', 'center', 'max'] as const;
export type AlignSide = (typeof ALIGN_SIDES)[number];

/** Move of each box along an axis that aligns its side with that of the common bounds. */
export function alignBoxes(boxes: readonly Box3[], axis: Axis, side: AlignSide): number[] {
  const whole = {
    min: Math.min(...boxes.map(({ min }) => min[axis])),
    max: Math.max(...boxes.map(({ max }) => max[axis])),
  };
  const of = (box: { min: number; max: number }) => (side === 'center' ? (box.min + box.max) / 2 : box[side]);
  return boxes.map(({ min, max }) => of(whole) - of({ min: min[axis], max: max[axis] }));
}

/**
 * Move of each box along an axis for equal gaps between neighbours; the first and last box stay. Without
 * enough room all overlap equally.
 */
export function distributeBoxes(boxes: readonly Box3[], axis: Axis): number[] {
  const order = boxes
    .map((box, i) => ({ i, from: box.min[axis], size: box.max[axis] - box.min[axis] }))
    .sort((a, b) => 2 * a.from + a.size - (2 * b.from + b.size) || a.i - b.i);
  const [first, last] = [order[0], order.at(-1)];
  const moves = boxes.map(() => 0);
  if (!first || !last || order.length < 3) {
    return moves;
  }
  const taken = order.reduce((sum, { size }) => sum + size, 0);
  const gap = (last.from + last.size - first.from - taken) / (order.length - 1);
  let at = first.from;
  for (const { i, from, size } of order) {
    moves[i] = at - from;
    at += size + gap;
  }
  return moves;
}

/** Matrix that mirrors at a plane through a point, perpendicular to an axis. */
export function mirrorAt(point: Vector3, axis: Axis): Matrix4 {
  const scale = new Vector3(1, 1, 1);
  scale[axis] = -1;
  const { x, y, z } = point;
  return new Matrix4()
    .makeTranslation(x, y, z)
    .scale(scale)
    .multiply(new Matrix4().makeTranslation(-x, -y, -z));
}
