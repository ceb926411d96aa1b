import { dot, type PlanPoint } from '../plan.ts';
import { placeOn, pointOn, type WallLine, type WallPlan, wallLine } from './line.ts';
import { meets } from './outline.ts';

/** A wall among those that it may cross, in the parent's space. */
export type WallBody = WallPlan & { id: string; height: number };

/**
 * A half-plane of a plan: all points for which `far` · along the wall + `aside` · to its left is
 * at most `most`.
 */
export type HalfPlan = { far: number; aside: number; most: number };

/**
 * Rest of a wall after a cut by another: a part before it and one behind it, each null where nothing
 * is left.
 */
export type WallCut = { before: HalfPlan | null; behind: HalfPlan | null };

/** Maximum angle between parallel walls, in radians. */
const PARALLEL = 0.01;
/** Minimum depth of an overlap, in metres. */
const SLACK = 1e-6;
/** Tolerance for a wall that lies within another, in metres. */
const COVERED = 1e-3;
/** Maximum loss at a wall's end, in thicknesses: beyond it, the walls lie along each other. */
const MAX_LOST = 4;

/**
 * Cut of a wall by another, so that they do not overlap; walls that share an end are not cut. Where
 * they cross, the higher wall stays whole, and of equally high ones that with the lower id. Where one ends in
 * the other, it ends at the other's side. Where they lie along each other, the covered wall is cut unless it
 * is higher. Null when the wall stays whole, as for every curved wall. The result is consistent for both
 * walls.
 */
export function cutBy(own: WallBody, other: WallBody): WallCut | null {
  const [line, host] = [wallLine(own), wallLine(other)];
  if (
    !line ||
    !host ||
    line.arc ||
    host.arc ||
    meets(own, other) ||
    !areOverlapping(own.id < other.id, line, host)
  ) {
    return null;
  }
  const isLower = own.height === other.height ? own.id > other.id : own.height < other.height;
  const turn = dot(line.along, host.left);
  if (Math.abs(turn) < PARALLEL) {
    const [isCovered, covers] = [isWithin(line, host), isWithin(host, line)];
    // A higher wall within a thicker one stays whole, and so does the thicker one, as each covers space that
    // the other does not.
    return isCovered && own.height <= other.height && (!covers || isLower) ? betweenEnds(line, host) : null;
  }
  const [goesOn, otherGoesOn] = [passes(line, host), passes(host, line)];
  if (goesOn && otherGoesOn) {
    return isLower ? besides(line, host) : null;
  }
  const [loss, otherLoss] = [lossOf(line, host), lossOf(host, line)];
  const isLess = loss.metres === otherLoss.metres ? isLower : loss.metres < otherLoss.metres;
  if (!isLess || loss.metres > MAX_LOST * (own.thickness + other.thickness)) {
    return null;
  }
  const { before, behind } = besides(line, host);
  return loss.isAtEnd ? { before, behind: null } : { before: null, behind };
}

/** Parts of a plan on both sides of a crossing wall. */
function besides(line: WallLine, host: WallLine): { before: HalfPlan; behind: HalfPlan } {
  const [far, aside] = [dot(line.along, host.left), dot(line.left, host.left)];
  const base = placeOn(host, line.start).aside;
  const atRight: HalfPlan = { far, aside, most: host.edges.right - base };
  const atLeft: HalfPlan = { far: -far, aside: -aside, most: base - host.edges.left };
  return far > 0 ? { before: atRight, behind: atLeft } : { before: atLeft, behind: atRight };
}

/** Parts of a plan before and behind a wall along the same line. */
function betweenEnds(line: WallLine, host: WallLine): WallCut {
  const ends = [0, host.length].map((far) => placeOn(line, pointOn(host, far, 0)).far);
  return {
    before: { far: 1, aside: 0, most: Math.min(...ends) },
    behind: { far: -1, aside: 0, most: -Math.max(...ends) },
  };
}

/** Whether the centre line of a wall enters another at one side and leaves it at the other. */
function passes(line: WallLine, host: WallLine): boolean {
  const [from, to] = [0, line.length].map((far) => placeOn(host, middleAt(line, far)).aside);
  const { left, right } = host.edges;
  const isAcross =
    Math.min(from ?? 0, to ?? 0) < right - SLACK && Math.max(from ?? 0, to ?? 0) > left + SLACK;
  return (
    isAcross &&
    [left, right].every((edge) => {
      const { far } = placeOn(host, middleAt(line, farAt(line, host, edge)));
      return far > 0 && far < host.length;
    })
  );
}

/** Length of a wall beyond the side of another at which it ends, and whether that is at its end. */
function lossOf(line: WallLine, host: WallLine): { metres: number; isAtEnd: boolean } {
  const fars = [host.edges.left, host.edges.right].map((edge) => farAt(line, host, edge));
  const [atEnd, atStart] = [line.length - Math.min(...fars), Math.max(...fars)];
  return atEnd < atStart ? { metres: atEnd, isAtEnd: true } : { metres: atStart, isAtEnd: false };
}

/** Distance along a wall at which its centre line has the offset `aside` from another wall. */
function farAt(line: WallLine, host: WallLine, aside: number): number {
  return (aside - placeOn(host, middleAt(line, 0)).aside) / dot(line.along, host.left);
}

function middleAt(line: WallLine, far: number): PlanPoint {
  return pointOn(line, far, (line.edges.left + line.edges.right) / 2);
}

/** Whether both sides of a wall lie between those of a parallel one. */
function isWithin(line: WallLine, host: WallLine): boolean {
  return wallCornersOf(line).every((corner) => {
    const { aside } = placeOn(host, corner);
    return aside < host.edges.left + COVERED && aside > host.edges.right - COVERED;
  });
}

/** Whether the bodies of two walls overlap, by separating axes along their sides. */
function areOverlapping(isFirst: boolean, line: WallLine, host: WallLine): boolean {
  const [one, two] = isFirst ? [line, host] : [host, line];
  const plans = [wallCornersOf(one), wallCornersOf(two)] as const;
  return [one.along, one.left, two.along, two.left].every((axis) => {
    const [a = [], b = []] = plans.map((plan) => plan.map((corner) => dot(corner, axis)));
    return Math.min(Math.max(...a), Math.max(...b)) - Math.max(Math.min(...a), Math.min(...b)) > SLACK;
  });
}

/** Corners of the body of an unconnected wall. */
export function wallCornersOf(line: WallLine): PlanPoint[] {
  const { length, edges } = line;
  return [
    pointOn(line, 0, edges.right),
    pointOn(line, length, edges.right),
    pointOn(line, length, edges.left),
    pointOn(line, 0, edges.left),
  ];
}
