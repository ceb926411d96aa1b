import { type BufferGeometry, ShapeUtils, Vector2 } from 'three';
import { FacetMesh } from './facet-mesh.ts';
import { mitreAt, type PlanPoint } from './plan.ts';

/** Facets of a bevel between a side and a face. */
const CUT_STEPS = 3;

/**
 * Amount by which a plan is bent for triangulation, as a share of its size, and the factor for the other
 * axis, so that no line stays straight.
 */
const BEND = 1e-7;
const GOLDEN = 0.618;

/** A ring of the solid's side: its height, and its inset from the outline. */
type Ring = { y: number; inset: number };

/** An area of a plan: inside the outline and outside the holes, which do not cross each other. */
export type PlanArea = { outline: readonly PlanPoint[]; holes?: readonly (readonly PlanPoint[])[] };

/**
 * A solid over an outline in the XZ plane, from y = 0 to `height`, with flat faces. `cut` bevels its
 * upper and lower edges without changing its bounds. All in metres. It uses only three's triangulation:
 * `ExtrudeGeometry` imports all curve classes, which would enlarge the viewer's bundle.
 * @param solid - an outline of at least three distinct points, in either direction; `cut` at most half the
 * height
 */
export function extrude(solid: PlanArea & { height: number; cut?: number }): BufferGeometry {
  const mesh = new FacetMesh();
  addExtrusion(mesh, solid);
  return mesh.build();
}

/** Adds such a solid to a mesh. With height 0 it is one flat face that points up. */
export function addExtrusion(mesh: FacetMesh, solid: PlanArea & { height: number; cut?: number }): void {
  const { height, cut = 0, holes = [] } = solid;
  const contours = [directed(solid.outline, true), ...holes.map((hole) => directed(hole, false))];
  if (height === 0) {
    addCap(mesh, contours, 0, 'up');
    return;
  }
  const rings = ringsOf(height, cut);
  const levels = rings.map(({ inset }) => contours.map((contour) => insetBy(contour, inset)));
  for (const [i, ring] of rings.entries()) {
    const above = rings[i + 1];
    for (const [c, lower] of (levels[i] ?? []).entries()) {
      const upper = levels[i + 1]?.[c];
      if (upper && above) {
        addSides(mesh, { lower, upper, from: ring.y, to: above.y });
      }
    }
  }
  addCap(mesh, levels[0] ?? contours, 0, 'down');
  addCap(mesh, levels.at(-1) ?? contours, height, 'up');
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
  const upper = lower.map(({ y, inset }) => ({ y: height - y, inset })).reverse();
  // Where both bevels meet, the side between them vanishes.
  return [...lower, ...upper.slice(cut < height / 2 ? 0 : 1)];
}

/**
 * Orients a contour as seen from above, where Z points down the page; the solid lies to the left of every
 * contour.
 */
function directed(contour: readonly PlanPoint[], isCounterClockwise: boolean): readonly PlanPoint[] {
  return ShapeUtils.area(seenFromAbove(contour)) >= 0 === isCounterClockwise
    ? contour
    : [...contour].reverse();
}

function seenFromAbove(outline: readonly PlanPoint[]): Vector2[] {
  return outline.map(([x, z]) => new Vector2(x, -z));
}

/** Corners of a contour, offset to its left as seen from above, in metres. */
export function insetBy(outline: readonly PlanPoint[], inset: number): readonly PlanPoint[] {
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
    mesh.quad(
      [
        [x, from, z],
        [nextX, from, nextZ],
        [upNextX, to, upNextZ],
        [upX, to, upZ],
      ],
      [
        [along, from],
        [end, from],
        [end, to],
        [along, to],
      ],
    );
    along = end;
  }
}

function addCap(
  mesh: FacetMesh,
  contours: readonly (readonly PlanPoint[])[],
  y: number,
  side: 'up' | 'down',
): void {
  const [outline = [], ...holes] = contours.map(seenFromAbove);
  const first = mesh.count;
  for (const { x, y: up } of [outline, ...holes].flat()) {
    mesh.vertex([x, y, -up], [x, up]);
  }
  const [bent = [], ...bentHoles] = bend([outline, ...holes]);
  for (const [a = 0, b = 0, c = 0] of ShapeUtils.triangulateShape(bent, bentHoles)) {
    const [second, third] = side === 'up' ? [b, c] : [c, b];
    mesh.face(first + a, first + second, first + third);
  }
}

/**
 * Bends contours slightly, so that no three corners are collinear. The triangulation drops collinear corners,
 * such as those of aligned holes, which would leave cracks.
 */
function bend(contours: readonly Vector2[][]): Vector2[][] {
  const size = Math.max(
    ...contours.flat().map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y))),
    Number.MIN_VALUE,
  );
  const hair = BEND / size;
  return contours.map((contour) =>
    contour.map(({ x, y }) => new Vector2(x + hair * GOLDEN * y * y, y + hair * x * x)),
  );
}
