import { type Box3, Vector3 } from 'three';
import { snapTo } from './snap.ts';

/** Something that is to stand: how large it is, and where the middle of its foot should be. Metres. */
export type Standing = { size: Vector3; at: Vector3; others: readonly Box3[] };

/** Feet stand on multiples of this, in metres. */
export const PLACE_STEP = 0.1;

/** Nearer than this is touching, not lying inside of each other, in metres. */
const TOUCH = 1e-4;
/** The ways to step aside, to the right first. */
const WAYS = Array.from({ length: 16 }, (_, i) => {
  const angle = ((i % 2 === 0 ? i / 2 : -(i + 1) / 2) * Math.PI) / 8;
  return { x: Math.cos(angle), z: Math.sin(angle) };
});

/**
 * The place nearest to the one that is wanted where the middle of a foot stands on the step of the grid and nothing lies
 * inside of what is there; the height stays as it is.
 */
export function standBeside({ size, at, others }: Standing): Vector3 {
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

/** Goes one way from what is in the way to the next that is, until nothing is. */
function firstFree(
  others: readonly Box3[],
  from: Vector3,
  size: Vector3,
  way: { x: number; z: number },
): Vector3 {
  let far = 0;
  let place = from;
  for (let blocker = blockerAt(others, place, size); blocker; blocker = blockerAt(others, place, size)) {
    // Rounding to the step may lead back: it goes on by a step at least.
    far = Math.max(distanceOut(blocker, from, size, way), far) + PLACE_STEP;
    place = snapped(new Vector3(from.x + way.x * far, from.y, from.z + way.z * far));
  }
  return place;
}

/** How far one has to go until a foot is clear of a box. */
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
  const step = (value: number) => Math.round(snapTo(value, PLACE_STEP) * 10) / 10 + 0;
  return new Vector3(step(x), y, step(z));
}
