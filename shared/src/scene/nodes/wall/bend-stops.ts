import type { WallLine } from './line.ts';

/** Maximum turn of a facet of a curve in radians, and its maximum distance from the curve in metres. */
const FACE = { turn: Math.PI / 24, off: 0.002 } as const;
/** Minimum and maximum number of facets of one side. */
const FACES = { min: 4, max: 128 } as const;

/** Distances along a wall at which it is cut for bending, without its ends; empty for a straight wall. */
export function bendStops({ arc, length }: WallLine): number[] {
  if (!arc) {
    return [];
  }
  const count = Math.min(Math.max(facesAlong(arc.radius, length), FACES.min), FACES.max);
  return Array.from({ length: count - 1 }, (_, i) => (length * (i + 1)) / count);
}

/** Number of facets for a part of a curve, at least one. */
export function facesAlong(radius: number, length: number): number {
  const away = Math.abs(radius);
  const turn = Math.min(FACE.turn, 2 * Math.acos(Math.max(1 - FACE.off / away, -1)));
  return Math.min(Math.max(Math.ceil(length / (away * turn)), 1), FACES.max);
}
