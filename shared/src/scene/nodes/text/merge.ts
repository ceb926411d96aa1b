import {
  booleanOpWithPolyTree,
  ClipType,
  FillRule,
  type Path64,
  type PolyPath64,
  PolyTree64,
  trimCollinear,
} from 'clipper2-ts';
import { insetBy, type PlanArea } from '../extrude.ts';
import { areaOf, type PlanPoint } from '../plan.ts';

/** Resolution of coordinates, in ems. */
const UNIT = 1e-5;
/** Number of times that a bevel is halved before it becomes 0. */
const TRIES = 6;

/**
 * Areas covered by closed contours: outlines with holes, which neither cross nor touch each other along
 * edges. Self-intersecting or overlapping contours, as in variable fonts, become one area.
 */
export function mergeContours(contours: readonly (readonly PlanPoint[])[]): PlanArea[] {
  const tree = new PolyTree64();
  const paths = contours.map(
    (contour): Path64 => contour.map(([x, z]) => ({ x: Math.round(x / UNIT), y: Math.round(-z / UNIT) })),
  );
  booleanOpWithPolyTree(ClipType.Union, paths, null, tree, FillRule.NonZero);
  return childrenOf(tree).flatMap(areasOf);
}

/**
 * The bevel, halved until the inset contours of an area do not cross; 0 where none fits. In ems, like the
 * area.
 */
export function roomForCut({ outline, holes = [] }: PlanArea, cut: number): number {
  const contours = [outline, ...holes];
  for (let halvings = 0; halvings < TRIES; halvings += 1) {
    const inset = cut / 2 ** halvings;
    const moved = contours.map((contour) => insetBy(contour, inset));
    const merged = mergeContours(moved).flatMap((area) => [area.outline, ...(area.holes ?? [])]);
    const sum = (lines: readonly (readonly PlanPoint[])[]) =>
      lines.reduce((all, line) => all + areaOf(line), 0);
    const isSame = Math.abs(sum(moved) - sum(merged)) < UNIT;
    const keepsWay = contours.every((contour, c) => runsAlong(contour, moved[c] ?? []));
    if (isSame && keepsWay && merged.length === contours.length) {
      return inset;
    }
  }
  return 0;
}

/** Whether every side keeps its direction. */
function runsAlong(contour: readonly PlanPoint[], moved: readonly PlanPoint[]): boolean {
  const way = (line: readonly PlanPoint[], i: number): PlanPoint => {
    const [[x, z] = [0, 0], [toX, toZ] = [0, 0]] = [line[i], line[(i + 1) % line.length]];
    return [toX - x, toZ - z];
  };
  return contour.every((_, i) => {
    const [[ax, az], [bx, bz]] = [way(contour, i), way(moved, i)];
    return ax * bx + az * bz > 0;
  });
}

/** Outlines have holes as children, and holes have inner outlines as children. */
function areasOf(path: PolyPath64): PlanArea[] {
  const holes = childrenOf(path);
  const outline = pointsOf(path);
  const within = holes.flatMap(childrenOf).flatMap(areasOf);
  const isArea = outline.length > 2;
  return isArea
    ? [{ outline, holes: holes.map(pointsOf).filter(({ length }) => length > 2) }, ...within]
    : within;
}

function childrenOf(path: PolyPath64): PolyPath64[] {
  return Array.from({ length: path.count }, (_, i) => path.child(i));
}

function pointsOf({ poly }: PolyPath64): PlanPoint[] {
  // Triangulation would drop collinear points, and leave gaps beside them.
  return trimCollinear(poly ?? []).map(({ x, y }): PlanPoint => [x * UNIT, -y * UNIT]);
}
