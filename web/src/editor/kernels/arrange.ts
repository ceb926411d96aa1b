import { type Box3, Matrix4, Vector3 } from 'three';

/** How things stand to each other: boxes in, moves out. All in the scene's space, metres and radians. */

export const AXES = ['x', 'y', 'z'] as const;
export type Axis = (typeof AXES)[number];

/** Which sides of things are brought into one plane. */
export const SIDES = ['min', 'center', 'max'] as const;
export type Side = (typeof SIDES)[number];

/** By how much each box must move along an axis so that one of its sides lies where that of all of them together does. */
export function alignBoxes(boxes: readonly Box3[], axis: Axis, side: Side): number[] {
  const whole = {
    min: Math.min(...boxes.map(({ min }) => min[axis])),
    max: Math.max(...boxes.map(({ max }) => max[axis])),
  };
  const of = (box: { min: number; max: number }) => (side === 'center' ? (box.min + box.max) / 2 : box[side]);
  return boxes.map(({ min, max }) => of(whole) - of({ min: min[axis], max: max[axis] }));
}

/**
 * By how much each box must move along an axis so that the gaps between neighbours are equal; the first and the last stay.
 * Where there is not room enough for all, they overlap equally.
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

/** The matrix that turns the scene over at a plane through a point, square to an axis. */
export function mirrorAt(point: Vector3, axis: Axis): Matrix4 {
  const scale = new Vector3(1, 1, 1);
  scale[axis] = -1;
  const { x, y, z } = point;
  return new Matrix4()
    .makeTranslation(x, y, z)
    .scale(scale)
    .multiply(new Matrix4().makeTranslation(-x, -y, -z));
}

/** Copies in a row, on a grid, or around a point on the ground. `count` is with the original. */
export type ArrayPlan =
  | { kind: 'linear'; count: number; step: readonly [number, number, number] }
  | { kind: 'grid'; counts: readonly [number, number, number]; step: readonly [number, number, number] }
  | { kind: 'radial'; count: number; radius: number; angle: number };

/** More copies than these nobody means. */
export const MAX_COPIES = 500;

/** How many copies an array asks for, without the original. */
export function copiesOf(plan: ArrayPlan): number {
  const counts = plan.kind === 'grid' ? plan.counts : [plan.count];
  return counts.reduce((product, count) => product * Math.max(Math.round(count) || 1, 1), 1) - 1;
}

/**
 * How each copy of an array stands to the original, without the original. A radial one goes around the point that lies
 * `radius` behind the middle of the original along −Z, over `angle`; a whole turn does not end on its beginning.
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

/** 1 to one below a count: the original is there already. More than anybody may have are left out. */
function range(count: number): number[] {
  return Array.from({ length: whole(count) - 1 }, (_, i) => i + 1);
}
