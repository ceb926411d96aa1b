import { type BufferGeometry, type Matrix4, Quaternion, Triangle, Vector3 } from 'three';
import type { PropsOf } from '../props.ts';
import type { Placement } from './layout.ts';
import { seededRandom } from './random.ts';

/** Number of places in a row that are taken before a surface counts as full. */
const MISSES = 100;
const UP = new Vector3(0, 1, 0);

type Scatter = Pick<PropsOf<'repeat'>, 'count' | 'seed' | 'spacing' | 'maxSlope' | 'turns'>;

/**
 * Copies at random places of a surface, evenly by area and at least `spacing` apart, in the scene. They are fewer
 * than `count` where there is no room for more. A smaller number of copies has the first places of a larger one.
 * With `turns` their Y axis is the surface's normal.
 * @param world - world matrix of the surface
 */
export function scatterLayout(geometry: BufferGeometry, world: Matrix4, options: Scatter): Placement[] {
  const { count, seed, spacing, maxSlope, turns } = options;
  const { faces, ends } = facesOf(geometry, world, maxSlope);
  const total = ends.at(-1) ?? 0;
  if (!(total > 0)) {
    return [];
  }
  const random = seededRandom(seed);
  const taken = new TakenPlaces(spacing);
  const copies: Placement[] = [];
  for (let misses = 0; copies.length < count && misses < MISSES; ) {
    const face = faces[indexAt(ends, random() * total)];
    const [u, v] = [Math.sqrt(random()), random()];
    if (!face) {
      break;
    }
    const position = new Vector3()
      .addScaledVector(face.a, 1 - u)
      .addScaledVector(face.b, u * (1 - v))
      .addScaledVector(face.c, u * v);
    if (!taken.take(position)) {
      misses += 1;
      continue;
    }
    misses = 0;
    const normal = face.getNormal(new Vector3());
    const rotation = turns ? new Quaternion().setFromUnitVectors(UP, normal) : new Quaternion();
    copies.push({ position, rotation, scale: 1 });
  }
  return copies;
}

/** Triangles in the scene up to a slope, and the sums of their areas. */
function facesOf(geometry: BufferGeometry, world: Matrix4, maxSlope: number) {
  const position = geometry.getAttribute('position');
  const at = (i: number) => new Vector3().fromBufferAttribute(position, i).applyMatrix4(world);
  const isMirrored = world.determinant() < 0;
  const { index } = geometry;
  const corner = (i: number) => at(index ? index.getX(i) : i);
  const least = Math.cos(maxSlope) - 1e-9;
  const faces: Triangle[] = [];
  const ends: number[] = [];
  let sum = 0;
  for (let i = 0; i + 2 < (index ?? position).count; i += 3) {
    const [a, b, c] = [corner(i), corner(i + 1), corner(i + 2)];
    const face = isMirrored ? new Triangle(a, c, b) : new Triangle(a, b, c);
    const area = face.getArea();
    if (area > 0 && face.getNormal(new Vector3()).y >= least) {
      sum += area;
      faces.push(face);
      ends.push(sum);
    }
  }
  return { faces, ends };
}

/** Index of the first sum above a value. */
function indexAt(ends: readonly number[], value: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > value) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/** Places at least `spacing` apart, in cells of that size. */
class TakenPlaces {
  readonly #spacing: number;
  readonly #cells = new Map<number, Vector3[]>();

  constructor(spacing: number) {
    this.#spacing = spacing;
  }

  /** Takes a place, unless another is too near. */
  take(place: Vector3): boolean {
    if (this.#spacing === 0) {
      return true;
    }
    const [x, y, z] = place.toArray().map((along) => Math.floor(along / this.#spacing));
    for (let i = 0; i < 27; i += 1) {
      const key = cellKey(
        (x ?? 0) + (i % 3) - 1,
        (y ?? 0) + (Math.floor(i / 3) % 3) - 1,
        (z ?? 0) + Math.floor(i / 9) - 1,
      );
      const others = this.#cells.get(key);
      if (others?.some((other) => other.distanceToSquared(place) < this.#spacing ** 2)) {
        return false;
      }
    }
    const key = cellKey(x ?? 0, y ?? 0, z ?? 0);
    const cell = this.#cells.get(key);
    if (cell) {
      cell.push(place);
    } else {
      this.#cells.set(key, [place]);
    }
    return true;
  }
}

/** Cells that share a key are only compared more often. */
function cellKey(x: number, y: number, z: number): number {
  return Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663) ^ Math.imul(z, 83_492_791);
}
