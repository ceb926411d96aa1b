/** A vector of three coordinates. */
export type Offset = [number, number, number];
export type Box = { min: readonly number[]; max: readonly number[] };

/** Numbers of 32 bits show their steps in a model that lies this many of its sizes away from the origin. */
const MOST_SIZES = 1_000;
/** Coordinates of maps are this large, and models at them lie this many of their sizes away at least. */
const MAP_COORDINATE = 100_000;
const MAP_SIZES = 10;

/**
 * Decides whether a model is moved to the origin, as models at map coordinates are.
 * @returns the vector to subtract on all axes, in whole numbers so that models of one place fit together; null for others.
 */
export function farOffset({ min, max }: Box): Offset | null {
  const size = Math.max(...max.map((value, axis) => value - (min[axis] ?? 0)));
  const [x = 0, y = 0, z = 0] = min.map((value, axis) => (value + (max[axis] ?? 0)) / 2);
  const distance = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  const isFar = distance > size * MOST_SIZES || (distance > MAP_COORDINATE && distance > size * MAP_SIZES);
  return size > 0 && Number.isFinite(distance) && isFar
    ? [Math.round(x), Math.round(y), Math.round(z)]
    : null;
}

/** The box of places of three numbers each; numbers that are not finite are left out. */
export function boxOf(places: ArrayLike<number>): { min: Offset; max: Offset } {
  const min: Offset = [Infinity, Infinity, Infinity];
  const max: Offset = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < places.length; i += 1) {
    const [axis, value] = [i % 3, places[i] ?? 0];
    if (Number.isFinite(value)) {
      min[axis] = Math.min(min[axis] ?? value, value);
      max[axis] = Math.max(max[axis] ?? value, value);
    }
  }
  return { min, max };
}

/** Moves places of three numbers each to the origin, in place. @returns the vector that was subtracted, or null. */
export function moveToOrigin(places: { [index: number]: number; readonly length: number }): Offset | null {
  const offset = farOffset(boxOf(places));
  if (offset) {
    for (let i = 0; i < places.length; i += 1) {
      places[i] = (places[i] ?? 0) - (offset[i % 3] ?? 0);
    }
  }
  return offset;
}
