import { type Matrix4, Vector3 } from 'three';
import type { PlanPoint } from '../plan.ts';
import { OTHER_SIDE, type WallPlan, wallLine } from './line.ts';

/** A size that changes by a smaller share does not, as turning alone rounds it. */
const EVEN = 1e-6;

/** 1, or -1 for a matrix that shows a plan as a mirror does: what is left of a line is right of it there. */
export function sideThrough({ elements }: Matrix4): 1 | -1 {
  const [xx = 0, , xz = 0, , , , , , zx = 0, , zz = 0] = elements;
  return xx * zz - zx * xz < 0 ? -1 : 1;
}

/** A point of a plan as a matrix shows it. */
export function pointThrough(matrix: Matrix4, [x, z]: PlanPoint): [number, number] {
  const at = new Vector3(x, 0, z).applyMatrix4(matrix);
  return [at.x, at.z];
}

/**
 * A wall as a matrix shows it: in a mirror it curves to its other side and lies on the other one of its line, and its
 * thickness grows with all across it. It runs the same way, so that what lies so far along it still does.
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
    // Nothing has no side.
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
