import { type Box3, Matrix4, Vector3 } from 'three';

/** Alignment, distribution and copies of boxes. World space, metres and radians. */

export const AXES = ['x', 'y', 'z'] as const;
export type Axis = (typeof AXES)[number];

/** Sides to align. */
export const SIDES = ['min', 'center', 'max'] as const;
export type Side = (typeof SIDES)[number];

/** Move of each box along an axis that aligns its side with that of the common bounds. */
export function alignBoxes(boxes: readonly Box3[], axis: Axis, side: Side): number[] {
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

/** Copies in a row, on a grid, or around a point on the ground. `count` includes the original. */
export type ArrayPlan =
  | { kind: 'linear'; count: number; step: readonly [number, number, number] }
  | { kind: 'grid'; counts: readonly [number, number, number]; step: readonly [number, number, number] }
  | { kind: 'radial'; count: number; radius: number; angle: number };

/** Largest number of copies. */
export const MAX_COPIES = 500;

/** Number of copies, without the original. */
export function copiesOf(plan: ArrayPlan): number {
  const counts = plan.kind === 'grid' ? plan.counts : [plan.count];
  return counts.reduce((product, count) => product * Math.max(Math.round(count) || 1, 1), 1) - 1;
}

/**
 * Transform of each copy relative to the original, without the original. A radial array turns around the
 * point `radius` behind the original's middle along −Z, over `angle`. A full turn does not repeat the
 * original.
 */
export function arrayMatrices(plan: ArrayPlan, middle: Vector3): Matrix4[] {
  switch (plan.kind) {
    case 'linear': {
      const [x, y, z] = plan.step;
      return range(plan.count).map((i) => new Matrix4().makeTranslation(x * i, y * i, z * i));
    }
    case 'grid': {
      const [nx, ny, nz] = plan.counts.map(whole) as [number, number, number];
      const [x, y, z] = plan.step;
      return range(nx * ny * nz).map((i) => {
        const at = [i % nx, Math.floor(i / nx) % ny, Math.floor(i / (nx * ny))] as const;
        return new Matrix4().makeTranslation(x * at[0], y * at[1], z * at[2]);
      });
    }
    case 'radial': {
      const { x, z } = middle;
      const centre = new Vector3(x, 0, z - plan.radius);
      const isWhole = Math.abs(plan.angle) >= 2 * Math.PI - 1e-6;
      const parts = isWhole ? whole(plan.count) : Math.max(whole(plan.count) - 1, 1);
      return range(plan.count).map((i) =>
        new Matrix4()
          .makeTranslation(centre)
          .multiply(new Matrix4().makeRotationY((plan.angle * i) / parts))
          .multiply(new Matrix4().makeTranslation(centre.clone().negate())),
      );
    }
  }
}

function whole(count: number): number {
  return Math.min(Math.max(Math.round(count) || 1, 1), MAX_COPIES + 1);
}

/** Indices from 1 to `count` − 1, as the original exists already. Limited to {@link MAX_COPIES}. */
function range(count: number): number[] {
  return Array.from({ length: whole(count) - 1 }, (_, i) => i + 1);
}
