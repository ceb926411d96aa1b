/** A vector of three coordinates. */
export type Offset = [number, number, number];
export type Box = { min: readonly number[]; max: readonly number[] };

/** Distance from the origin, in model sizes, from which 32-bit floats lose visible precision. */
const MAX_SIZES = 1_000;
/** Smallest magnitude of map coordinates. */
const MAP_COORDINATE = 100_000;
const MAP_SIZES = 10;

/**
 * Decides whether a model at map coordinates is moved to the origin.
 * @returns the vector to subtract on all axes, in whole numbers so that models of one place fit together;
 * null for others.
 */
export function farOffset({ min, max }: Box): Offset | null {
  const size = Math.max(...max.map((value, axis) => value - (min[axis] ?? 0)));
  const [x = 0, y = 0, z = 0] = min.map((value, axis) => (value + (max[axis] ?? 0)) / 2);
  const distance = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  const isFar = distance > size * MAX_SIZES || (distance > MAP_COORDINATE && distance > size * MAP_SIZES);
  return size > 0 && Number.isFinite(distance) && isFar
    ? [Math.round(x), Math.round(y), Math.round(z)]
    : null;
}

/** Bounding box of positions of three numbers each; positions with non-finite numbers are ignored. */
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

/**
 * Moves positions of three numbers each to the origin, in place. @returns the vector that was subtracted, or
 * null.
 */
export function moveToOrigin(places: { [index: number]: number; readonly length: number }): Offset | null {
  const offset = farOffset(boxOf(places));
  if (offset) {
    for (let i = 0; i < places.length; i += 1) {
      places[i] = (places[i] ?? 0) - (offset[i % 3] ?? 0);
    }
  }
  return offset;
}
