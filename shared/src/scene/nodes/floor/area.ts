import { areaOf, type PlanPoint } from '../plan.ts';

/** Minimum distance of a hole from the outline and from other holes, in metres. */
const RIM = 0.01;

/** Whether no two sides of an outline cross, and it encloses an area. */
export function isSimple(outline: readonly PlanPoint[]): boolean {
  const sides = sidesOf(outline);
  const { length } = sides;
  return (
    length > 2 &&
    Math.abs(areaOf(outline)) > Number.EPSILON &&
    sides.every((side, i) =>
      sides
        .slice(i + 2)
        .every((other, k) => (i === 0 && i + 2 + k === length - 1) || !areCrossing(side, other)),
    )
  );
}

/** Whether a point is within an outline. */
export function isInside(outline: readonly PlanPoint[], [x, z]: PlanPoint): boolean {
  return sidesOf(outline).reduce((inside, [[ax, az], [bx, bz]]) => {
    const isPassed = az > z !== bz > z && x < ax + ((z - az) / (bz - az)) * (bx - ax);
    return isPassed ? !inside : inside;
  }, false);
}

/** Distance of a point from the nearest side of an outline, in metres. */
export function distanceToOutline(outline: readonly PlanPoint[], point: PlanPoint): number {
  return Math.min(...sidesOf(outline).map((side) => distanceToSide(side, point)));
}

/**
 * Convex holes that can be cut out of an area: holes that touch become their common hull, and those that
 * reach its outline are left out.
 */
export function holesWithin(
  outline: readonly PlanPoint[],
  holes: readonly (readonly PlanPoint[])[],
): PlanPoint[][] {
  const apart: PlanPoint[][] = [];
  for (const hole of holes) {
    let merged = hullOf(hole);
    for (let met = apart.findIndex((other) => isNear(other, merged)); met >= 0; ) {
      merged = hullOf([...merged, ...apart.splice(met, 1).flat()]);
      met = apart.findIndex((other) => isNear(other, merged));
    }
    apart.push(merged);
  }
  return apart.filter(
    (hole) =>
      Math.abs(areaOf(hole)) > RIM * RIM && isInside(outline, hole[0] ?? [0, 0]) && !isOnRim(outline, hole),
  );
}

type Side = readonly [PlanPoint, PlanPoint];

function sidesOf(outline: readonly PlanPoint[]): Side[] {
  return outline.map((point, i) => [point, outline[(i + 1) % outline.length] ?? point]);
}

/** Whether two outlines overlap, or nearly touch. */
function isNear(a: readonly PlanPoint[], b: readonly PlanPoint[]): boolean {
  const [inA, inB] = [b[0], a[0]];
  return isOnRim(a, b) || (inA !== undefined && isInside(a, inA)) || (inB !== undefined && isInside(b, inB));
}

/** Whether the sides of two outlines cross, or nearly touch. */
function isOnRim(outline: readonly PlanPoint[], hole: readonly PlanPoint[]): boolean {
  return (
    hole.some((point) => distanceToOutline(outline, point) < RIM) ||
    outline.some((point) => distanceToOutline(hole, point) < RIM) ||
    sidesOf(outline).some((side) => sidesOf(hole).some((other) => areCrossing(side, other)))
  );
}

function areCrossing([a, b]: Side, [c, d]: Side): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

function turn([ax, az]: PlanPoint, [bx, bz]: PlanPoint, [cx, cz]: PlanPoint): number {
  return (bx - ax) * (cz - az) - (bz - az) * (cx - ax);
}

function distanceToSide([[ax, az], [bx, bz]]: Side, [x, z]: PlanPoint): number {
  const [dx, dz] = [bx - ax, bz - az];
  const length = dx * dx + dz * dz;
  const share = length === 0 ? 0 : Math.min(Math.max(((x - ax) * dx + (z - az) * dz) / length, 0), 1);
  return Math.hypot(x - ax - share * dx, z - az - share * dz);
}

/** Convex hull of points, without collinear ones. */
function hullOf(points: readonly PlanPoint[]): PlanPoint[] {
  const sorted = points.toSorted(([ax, az], [bx, bz]) => ax - bx || az - bz);
  const half = (line: readonly PlanPoint[]) => {
    const kept: PlanPoint[] = [];
    for (const point of line) {
      while (kept.length > 1 && turn(kept.at(-2) ?? point, kept.at(-1) ?? point, point) <= 0) {
        kept.pop();
      }
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}
