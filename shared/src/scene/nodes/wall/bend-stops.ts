import type { WallLine } from './line.ts';

/** What is curved is drawn by flat faces: each turns by no more than so many radians and lies no further off, in metres. */
const FACE = { turn: Math.PI / 24, off: 0.002 } as const;
/** Into so many faces one side is cut at least and at most. */
const FACES = { min: 4, max: 128 } as const;

/** How far along a wall it is cut to be bent, its ends apart; nowhere where it is straight. */
export function bendStops({ arc, length }: WallLine): number[] {
  if (!arc) {
    return [];
  }
  const count = Math.min(Math.max(facesAlong(arc.radius, length), FACES.min), FACES.max);
  return Array.from({ length: count - 1 }, (_, i) => (length * (i + 1)) / count);
}

/** Into how many faces a part of a curve is cut, at least one. */
export function facesAlong(radius: number, length: number): number {
  const away = Math.abs(radius);
  const turn = Math.min(FACE.turn, 2 * Math.acos(Math.max(1 - FACE.off / away, -1)));
  return Math.min(Math.max(Math.ceil(length / (away * turn)), 1), FACES.max);
}
