import type { PlanPoint } from '../plan.ts';

/** Inputs of a wall's plan. */
export type WallPlan = {
  start: PlanPoint;
  end: PlanPoint;
  thickness: number;
  justification: 'center' | 'left' | 'right';
  /** Offset of the line's middle to the left of the chord, in metres; limited to the possible maximum. */
  curve: number;
};

/** Side of a wall as seen from the wall's other end, or in a mirror. */
export const OTHER_SIDE = { center: 'center', left: 'right', right: 'left' } as const;

/** Ends at a smaller distance are treated as one; a shorter wall is ignored. In metres. */
export const SAME_END = 1e-3;

/**
 * Line of a wall: `along` is the unit direction from start to end, `left` is perpendicular to it, `edges` are
 * the offsets of its sides to the left. `arc` is null for a straight wall; `length` is the length along the
 * arc.
 */
export type WallLine = {
  start: PlanPoint;
  along: PlanPoint;
  left: PlanPoint;
  length: number;
  edges: { left: number; right: number };
  arc: WallArc | null;
};

/**
 * An arc of at most half a circle: `chord` is the distance of its ends, `half` the turn from its middle
 * to either end in radians. `radius` is negative where it bends to the right of the chord; its centre lies
 * `radius` to the right of the line.
 */
export type WallArc = { chord: number; half: number; radius: number };

/** A wall with a smaller curve is straight, in metres. */
const STRAIGHT = 1e-3;
/** Minimum radius of the inner side of a curved wall, in metres; a negative one would turn it inside out. */
const MIN_RADIUS = 0.02;

/** Line of a wall, or null when its ends coincide. */
export function wallLine({ start, end, thickness, justification, curve }: WallPlan): WallLine | null {
  const chord = distance(start, end);
  if (chord <= SAME_END) {
    return null;
  }
  const along: PlanPoint = [(end[0] - start[0]) / chord, (end[1] - start[1]) / chord];
  const middle = { center: 0, left: -thickness / 2, right: thickness / 2 }[justification];
  const edges = { left: middle + thickness / 2, right: middle - thickness / 2 };
  const rise = Math.min(Math.abs(curve), mostCurve(chord, edges, curve));
  const arc = rise < STRAIGHT ? null : arcOf(chord, Math.sign(curve) * rise);
  const length = arc ? 2 * arc.half * Math.abs(arc.radius) : chord;
  return { start, along, left: [along[1], -along[0]], length, edges, arc };
}

/** Unit direction of a line at a distance along it. */
export function headingAt({ arc, along, left }: WallLine, far: number): PlanPoint {
  if (!arc) {
    return along;
  }
  const turn = turnAt(arc, far);
  const [ahead, aside] = [Math.cos(turn), Math.sin(turn)];
  return [along[0] * ahead + left[0] * aside, along[1] * ahead + left[1] * aside];
}

/**
 * Point at a distance along a line and an offset to its left, in metres; an arc continues beyond its ends.
 */
export function pointOn({ start, along, left, arc }: WallLine, far: number, aside: number): PlanPoint {
  const [ahead, across] = arc ? onArc(arc, far, aside) : [far, aside];
  return [start[0] + along[0] * ahead + left[0] * across, start[1] + along[1] * ahead + left[1] * across];
}

/** Distance of a point along a line, and its offset to the left. */
export function placeOn(
  { start, along, left, arc }: WallLine,
  [x, z]: PlanPoint,
): { far: number; aside: number } {
  const [dx, dz] = [x - start[0], z - start[1]];
  const [far, aside] = [dx * along[0] + dz * along[1], dx * left[0] + dz * left[1]];
  return arc ? offArc(arc, far, aside) : { far, aside };
}

/** Maximum curve of a wall in the direction of `curve`, in metres. */
export function mostCurve(chord: number, { left, right }: WallLine['edges'], curve: number): number {
  // Thickness of the body on the side of the centre.
  const inside = Math.max(curve > 0 ? -right : left, 0);
  const least = Math.max(chord / 2, inside + MIN_RADIUS);
  return least - Math.sqrt(least ** 2 - (chord / 2) ** 2);
}

function arcOf(chord: number, rise: number): WallArc {
  const radius = ((chord / 2) ** 2 + rise ** 2) / (2 * rise);
  return { chord, half: 2 * Math.atan((2 * Math.abs(rise)) / chord), radius };
}

/** Angle of an arc to the left of its chord, at a distance along it. */
function turnAt({ half, radius }: WallArc, far: number): number {
  return Math.sign(radius) * half - far / radius;
}

/** Maps a position relative to an arc to one relative to its chord. */
function onArc(arc: WallArc, far: number, aside: number): [far: number, aside: number] {
  const { chord, half, radius } = arc;
  const turn = turnAt(arc, far);
  const out = radius + aside;
  return [chord / 2 - out * Math.sin(turn), out * Math.cos(turn) - radius * Math.cos(half)];
}

/** Inverse of {@link onArc}. */
function offArc(
  { chord, half, radius }: WallArc,
  far: number,
  aside: number,
): { far: number; aside: number } {
  const side = Math.sign(radius);
  const [x, y] = [far - chord / 2, aside + radius * Math.cos(half)];
  const turn = Math.atan2(-side * x, side * y);
  return { far: side * half * radius - turn * radius, aside: side * Math.hypot(x, y) - radius };
}

/** Distance of two points of a plan, in metres. */
export function distance([x, z]: PlanPoint, [toX, toZ]: PlanPoint): number {
  return Math.hypot(toX - x, toZ - z);
}
