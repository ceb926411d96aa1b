import { BufferGeometry, Float32BufferAttribute, ShapeUtils, Vector2 } from 'three';
import { mitreAt, type PlanPoint } from './plan.ts';

/** Facets from a side to a face over an edge that is cut. */
const CUT_STEPS = 3;

/** A turn of the solid's side: how high it lies, and how far inside of the outline. */
type Ring = { y: number; inset: number };

/**
 * A solid over an outline in the XZ plane, from y = 0 to `height`, with flat faces; its upper and lower edges are rounded
 * by `cut`, which leaves its bounds as they are. All in metres. Written on three's triangulation alone: its own
 * extrusion brings every curve of three along, which each page that only looks would have to fetch.
 * @param solid - an outline of at least three distinct points, in either direction; `cut` at most half the height
 */
export function extrude(solid: {
  outline: readonly PlanPoint[];
  height: number;
  cut?: number;
}): BufferGeometry {
  const { height, cut = 0 } = solid;
  const outline = isCounterClockwise(solid.outline) ? solid.outline : [...solid.outline].reverse();
  const rings = ringsOf(height, cut);
  const levels = rings.map(({ inset }) => insetBy(outline, inset));
  const mesh = new FacetMesh();
  for (const [i, ring] of rings.entries()) {
    const [upper, lower, above] = [levels[i + 1], levels[i], rings[i + 1]];
    if (upper && lower && above) {
      addSides(mesh, { lower, upper, from: ring.y, to: above.y });
    }
  }
  addCap(mesh, levels[0] ?? outline, 0, 'down');
  addCap(mesh, levels.at(-1) ?? outline, height, 'up');
  return mesh.build();
}

function ringsOf(height: number, cut: number): Ring[] {
  if (cut <= 0) {
    return [
      { y: 0, inset: 0 },
      { y: height, inset: 0 },
    ];
  }
  const lower = Array.from({ length: CUT_STEPS + 1 }, (_, step) => {
    const angle = ((step / CUT_STEPS) * Math.PI) / 2;
    return { y: cut * (1 - Math.cos(angle)), inset: cut * (1 - Math.sin(angle)) };
  });
  return [...lower, ...lower.map(({ y, inset }) => ({ y: height - y, inset })).reverse()];
}

/** As seen from above, where Z points down the page. */
function isCounterClockwise(outline: readonly PlanPoint[]): boolean {
  return ShapeUtils.area(seenFromAbove(outline)) >= 0;
}

function seenFromAbove(outline: readonly PlanPoint[]): Vector2[] {
  return outline.map(([x, z]) => new Vector2(x, -z));
}

/** The corners of a counter-clockwise outline, moved inside. */
function insetBy(outline: readonly PlanPoint[], inset: number): readonly PlanPoint[] {
  if (inset === 0) {
    return outline;
  }
  return outline.map((point, i) => {
    const [dx, dz] = mitreAt(outline.at(i - 1), point, outline[(i + 1) % outline.length], inset);
    return [point[0] - dx, point[1] - dz] as const;
  });
}

type Band = { lower: readonly PlanPoint[]; upper: readonly PlanPoint[]; from: number; to: number };

function addSides(mesh: FacetMesh, { lower, upper, from, to }: Band): void {
  let along = 0;
  for (const [i, [x, z]] of lower.entries()) {
    const next = (i + 1) % lower.length;
    const [nextX, nextZ] = lower[next] ?? [x, z];
    const [upX, upZ] = upper[i] ?? [x, z];
    const [upNextX, upNextZ] = upper[next] ?? [nextX, nextZ];
    const end = along + Math.hypot(nextX - x, nextZ - z);
    const at = mesh.vertex([x, from, z], [along, from]);
    mesh.vertex([nextX, from, nextZ], [end, from]);
    mesh.vertex([upNextX, to, upNextZ], [end, to]);
    mesh.vertex([upX, to, upZ], [along, to]);
    mesh.face(at, at + 1, at + 2);
    mesh.face(at, at + 2, at + 3);
    along = end;
  }
}

function addCap(mesh: FacetMesh, outline: readonly PlanPoint[], y: number, side: 'up' | 'down'): void {
  const contour = seenFromAbove(outline);
  const first = mesh.count;
  for (const { x, y: up } of contour) {
    mesh.vertex([x, y, -up], [x, up]);
  }
  for (const [a = 0, b = 0, c = 0] of ShapeUtils.triangulateShape(contour, [])) {
    const [second, third] = side === 'up' ? [b, c] : [c, b];
    mesh.face(first + a, first + second, first + third);
  }
}

/** Collects faces that share no corners with others, so that each is flat. */
class FacetMesh {
  readonly #positions: number[] = [];
  readonly #uvs: number[] = [];
  readonly #indices: number[] = [];

  get count(): number {
    return this.#positions.length / 3;
  }

  /** @returns its number. */
  vertex(position: readonly [number, number, number], uv: readonly [number, number]): number {
    this.#positions.push(...position);
    this.#uvs.push(...uv);
    return this.count - 1;
  }

  face(a: number, b: number, c: number): void {
    this.#indices.push(a, b, c);
  }

  build(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(this.#positions, 3));
    geometry.setAttribute('uv', new Float32BufferAttribute(this.#uvs, 2));
    geometry.setIndex(this.#indices);
    geometry.computeVertexNormals();
    return geometry;
  }
}
