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

/** Corners are told apart down to this, in ems. */
const UNIT = 1e-5;
/** How often a cut is halved before it is given up. */
const TRIES = 6;

/**
 * What closed lines cover: outlines with their holes, none of which cross or touch each other for long. Lines that cross
 * themselves or each other, as those of variable fonts do, are one area.
 */
export function mergeContours(contours: readonly (readonly PlanPoint[])[]): PlanArea[] {
  const tree = new PolyTree64();
  const paths = contours.map(
    (contour): Path64 => contour.map(([x, z]) => ({ x: Math.round(x / UNIT), y: Math.round(-z / UNIT) })),
  );
  booleanOpWithPolyTree(ClipType.Union, paths, null, tree, FillRule.NonZero);
  return childrenOf(tree).flatMap(areasOf);
}

/** A cut, halved until it leaves the lines of an area uncrossed; 0 where none does. In ems, as the area is. */
export function roomForCut({ outline, holes = [] }: PlanArea, cut: number): number {
  const contours = [outline, ...holes];
  for (let inset = cut, i = 0; i < TRIES; inset /= 2, i++) {
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

/** Whether every side still runs the way it did. */
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

/** Outlines have holes as children, and holes what lies in them. */
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
  // Points within a straight line would be lost in triangles, and leave gaps beside them.
  return trimCollinear(poly ?? []).map(({ x, y }): PlanPoint => [x * UNIT, -y * UNIT]);
}
