import { Euler, Quaternion, Vector3 } from 'three';
import type { PropsOf } from '../props.ts';
import { MAX_COPIES } from './limits.ts';
import { seededRandom } from './random.ts';

/** Transform of a copy relative to the source. Its scale is uniform, so that it stays one after another transform. */
export type Placement = { position: Vector3; rotation: Quaternion; scale: number };

/** From the source to the centre of its circle, by axis. */
const INWARD = { x: new Vector3(0, 0, -1), y: new Vector3(0, 0, -1), z: new Vector3(0, -1, 0) };
const AXES = { x: new Vector3(1, 0, 0), y: new Vector3(0, 1, 0), z: new Vector3(0, 0, 1) };
/** Tolerance of a full turn, in radians. */
const FULL = 1e-6;
/** Spreads the seeds of neighbouring copies. */
const PRIME = 0x9e3779b1;

/** Whether two placements are equal; both may be missing. */
export function isSamePlacement(a: Placement | undefined, b: Placement | undefined): boolean {
  return (
    a === b ||
    (a !== undefined &&
      b !== undefined &&
      a.position.equals(b.position) &&
      a.rotation.equals(b.rotation) &&
      a.scale === b.scale)
  );
}

/** A placement without rotation. */
export function placementAt(x: number, y: number, z: number): Placement {
  return { position: new Vector3(x, y, z), rotation: new Quaternion(), scale: 1 };
}

/** Copies in a row; the first is the source. */
export function linearLayout({ count, step }: Pick<PropsOf<'repeat'>, 'count' | 'step'>): Placement[] {
  const [x, y, z] = step;
  return Array.from({ length: count }, (_, i) => placementAt(x * i, y * i, z * i));
}

/** Copies on a grid, by column, layer and row; the first is the source. Cut off at {@link MAX_COPIES}. */
export function gridLayout({ counts, gaps }: Pick<PropsOf<'repeat'>, 'counts' | 'gaps'>): Placement[] {
  const [columns, layers, rows] = counts;
  const [x, y, z] = gaps;
  return Array.from({ length: Math.min(columns * layers * rows, MAX_COPIES) }, (_, i) =>
    placementAt(
      x * (i % columns),
      y * (Math.floor(i / columns) % layers),
      z * Math.floor(i / (columns * layers)),
    ),
  );
}

type Circle = Pick<PropsOf<'repeat'>, 'count' | 'radius' | 'angle' | 'axis' | 'turns'>;

/** Copies around a centre at a distance of `radius` from the source, which is the first. */
export function radialLayout({ count, radius, angle, axis, turns }: Circle): Placement[] {
  const isFull = Math.abs(angle) >= 2 * Math.PI - FULL;
  const parts = isFull ? count : Math.max(count - 1, 1);
  const centre = INWARD[axis].clone().multiplyScalar(radius);
  return Array.from({ length: count }, (_, i) => {
    const rotation = new Quaternion().setFromAxisAngle(AXES[axis], (angle * i) / parts);
    const position = centre.clone().negate().applyQuaternion(rotation).add(centre);
    return { position, rotation: turns ? rotation : new Quaternion(), scale: 1 };
  });
}

type Jitter = Pick<PropsOf<'repeat'>, 'jitterPosition' | 'jitterRotation' | 'jitterScale' | 'seed'>;

/**
 * Varies copies at random, in place, each independent of their number.
 * @param first - index of the first copy that is varied; earlier ones are the source
 */
export function varyCopies(copies: readonly Placement[], jitter: Jitter, first: number): void {
  const { jitterPosition, jitterRotation, jitterScale, seed } = jitter;
  if (jitterScale === 0 && [...jitterPosition, ...jitterRotation].every((most) => most === 0)) {
    return;
  }
  for (const [i, copy] of copies.entries()) {
    const random = seededRandom(Math.imul(seed + 1, PRIME) + i);
    const within = (most: number) => (2 * random() - 1) * most;
    const [x, y, z] = jitterPosition.map(within) as [number, number, number];
    const [a, b, c] = jitterRotation.map(within) as [number, number, number];
    if (i >= first) {
      copy.position.add(new Vector3(x, y, z).applyQuaternion(copy.rotation));
      copy.rotation.multiply(new Quaternion().setFromEuler(new Euler(a, b, c)));
      copy.scale *= 1 + within(jitterScale);
    }
  }
}
