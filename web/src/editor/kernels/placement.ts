import { type Box3, Vector3 } from 'three';
import { roundTo } from './round-measure.ts';
import { snapTo } from './snap.ts';

/** Object to place: its size, and the wanted centre of its base. Metres. */
type Standing = { size: Vector3; at: Vector3; others: readonly Box3[] };

/** Grid step of base positions, in metres. */
export const PLACE_STEP = 0.1;

/** Overlap that still counts as touching, in metres. */
const TOUCH = 1e-4;
/** Search directions, to the right first. */
const WAYS = Array.from({ length: 16 }, (_, i) => {
  const angle = ((i % 2 === 0 ? i / 2 : -(i + 1) / 2) * Math.PI) / 8;
  return { x: Math.cos(angle), z: Math.sin(angle) };
});

/** Nearest grid position at which the object overlaps no other box; the height stays. */
export function placeNear({ size, at, others }: Standing): Vector3 {
  const near = others.filter(({ min, max }) => min.y < at.y + size.y - TOUCH && max.y > at.y + TOUCH);
  const wanted = snapped(at);
  if (!blockerAt(near, wanted, size)) {
    return wanted;
  }
  const places = WAYS.map((way) => firstFree(near, wanted, size, way));
  return places.reduce((best, place) =>
    place.distanceToSquared(at) < best.distanceToSquared(at) - TOUCH ? place : best,
  );
}

/** Moves from obstacle to obstacle in one direction until the place is free. */
function firstFree(
  others: readonly Box3[],
  from: Vector3,
  size: Vector3,
  way: { x: number; z: number },
): Vector3 {
  let far = 0;
  let place = from;
  for (let blocker = blockerAt(others, place, size); blocker; blocker = blockerAt(others, place, size)) {
    // Rounding to the grid may move back, so it advances by at least one step.
    far = Math.max(distanceOut(blocker, from, size, way), far) + PLACE_STEP;
    place = snapped(new Vector3(from.x + way.x * far, from.y, from.z + way.z * far));
  }
  return place;
}

/** Distance along a direction until the base is clear of a box. */
function distanceOut(
  { min, max }: Box3,
  from: Vector3,
  size: Vector3,
  way: { x: number; z: number },
): number {
  const along = (axis: 'x' | 'z') => {
    if (Math.abs(way[axis]) < 1e-6) {
      return Number.POSITIVE_INFINITY;
    }
    const edge = way[axis] > 0 ? max[axis] + size[axis] / 2 : min[axis] - size[axis] / 2;
    return (edge - from[axis]) / way[axis];
  };
  return Math.min(along('x'), along('z'));
}

function blockerAt(others: readonly Box3[], at: Vector3, size: Vector3): Box3 | undefined {
  const [x, z] = [size.x / 2 - TOUCH, size.z / 2 - TOUCH];
  return others.find(
    ({ min, max }) => min.x < at.x + x && max.x > at.x - x && min.z < at.z + z && max.z > at.z - z,
  );
}

function snapped({ x, y, z }: Vector3): Vector3 {
  const step = (value: number) => roundTo(snapTo(value, PLACE_STEP), 1);
  return new Vector3(step(x), y, step(z));
}
