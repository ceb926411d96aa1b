import { type Matrix4, Vector3 } from 'three';
import type { PlanPoint } from '../plan.ts';
import { OTHER_SIDE, type WallPlan, wallLine } from './line.ts';

/** Maximum relative deviation of a size that rounding in rotations causes. */
const EVEN = 1e-6;

/** Returns 1, or -1 for a matrix that mirrors a plan, so that left and right of a line are swapped. */
export function sideThrough({ elements }: Matrix4): 1 | -1 {
  const [xx = 0, , xz = 0, , , , , , zx = 0, , zz = 0] = elements;
  return xx * zz - zx * xz < 0 ? -1 : 1;
}

/** Applies a matrix to a point of a plan. */
export function pointThrough(matrix: Matrix4, [x, z]: PlanPoint): [number, number] {
  const at = new Vector3(x, 0, z).applyMatrix4(matrix);
  return [at.x, at.z];
}

/**
 * Applies a matrix to a wall. Mirroring swaps its curve and its justification, and its thickness scales with
 * the axis across it. Its direction stays, so that distances along it remain valid.
 */
export function planThrough(matrix: Matrix4, wall: WallPlan): WallPlan {
  const { start, end, thickness, justification, curve } = wall;
  const side = sideThrough(matrix);
  const size = sizeAcross(matrix, wall);
  return {
    start: pointThrough(matrix, start),
    end: pointThrough(matrix, end),
    thickness: thickness * size,
    justification: side < 0 ? OTHER_SIDE[justification] : justification,
    // Avoids −0.
    curve: curve * size * side + 0,
  };
}

function sizeAcross(matrix: Matrix4, wall: WallPlan): number {
  const [x, z] = wallLine(wall)?.left ?? [1, 0];
  const across = Math.hypot(
    ...[0, 1, 2].map((row) => (matrix.elements[row] ?? 0) * x + (matrix.elements[row + 8] ?? 0) * z),
  );
  return Math.abs(across - 1) < EVEN ? 1 : across;
}
