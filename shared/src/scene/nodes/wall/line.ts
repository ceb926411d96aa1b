import type { PlanPoint } from '../plan.ts';

/** What a wall's plan depends on. */
export type WallPlan = {
  start: PlanPoint;
  end: PlanPoint;
  thickness: number;
  justification: 'center' | 'left' | 'right';
  /** How far the middle of its line lies to the left of the way between its ends, in metres; as far as it can at most. */
  curve: number;
};

/** A side of a wall as it is seen from the wall's other end, or in a mirror. */
export const OTHER_SIDE = { center: 'center', left: 'right', right: 'left' } as const;

/** Ends nearer to each other than this are one; a wall that is shorter is none. In metres. */
export const SAME_END = 1e-3;

/**
 * A wall's line: `along` is the direction from its start to its end and has length 1, `left` is square to it, `edges` say
 * how far to the left its two sides lie. `arc` is how it bends on its way, null where it is straight; `length` is its own.
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
 * An arc of at most half a circle: so far its ends are apart, and so much it turns from its middle to either end, in
 * radians. `radius` is less than nothing where it bends to the right of the way between its ends; its centre lies
 * `radius` to the right of the line everywhere.
 */
export type WallArc = { chord: number; half: number; radius: number };

/** A wall that curves less is straight, in metres. */
const STRAIGHT = 1e-3;
/** The inner side of a curved wall has at least this radius, in metres: with none it would be turned inside out. */
const LEAST_RADIUS = 0.02;

/** The line of a wall, or null when its ends are one. */
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

/** The direction of a line so far along it, of length 1. */
export function headingAt({ arc, along, left }: WallLine, far: number): PlanPoint {
  if (!arc) {
    return along;
  }
  const turn = turnAt(arc, far);
  const [ahead, aside] = [Math.cos(turn), Math.sin(turn)];
  return [along[0] * ahead + left[0] * aside, along[1] * ahead + left[1] * aside];
}

/** The point so far along a line and so far to its left, in metres; beyond its ends an arc goes on as it turned. */
export function pointOn({ start, along, left, arc }: WallLine, far: number, aside: number): PlanPoint {
  const [ahead, beside] = arc ? onArc(arc, far, aside) : [far, aside];
  return [start[0] + along[0] * ahead + left[0] * beside, start[1] + along[1] * ahead + left[1] * beside];
}

/** How far along a line a point lies, and how far to its left. */
export function placeOn(
  { start, along, left, arc }: WallLine,
  [x, z]: PlanPoint,
): { far: number; aside: number } {
  const [dx, dz] = [x - start[0], z - start[1]];
  const [far, aside] = [dx * along[0] + dz * along[1], dx * left[0] + dz * left[1]];
  return arc ? offArc(arc, far, aside) : { far, aside };
}

/** How far a wall of a thickness can curve to the side to which it does, in metres. */
export function mostCurve(chord: number, { left, right }: WallLine['edges'], curve: number): number {
  // What of its body lies on the side where the centre is.
  const inside = Math.max(curve > 0 ? -right : left, 0);
  const least = Math.max(chord / 2, inside + LEAST_RADIUS);
  return least - Math.sqrt(least ** 2 - (chord / 2) ** 2);
}

function arcOf(chord: number, rise: number): WallArc {
  const radius = ((chord / 2) ** 2 + rise ** 2) / (2 * rise);
  return { chord, half: 2 * Math.atan((2 * Math.abs(rise)) / chord), radius };
}

/** By how much an arc is turned to the left of the way between its ends, so far along it. */
function turnAt({ half, radius }: WallArc, far: number): number {
  return Math.sign(radius) * half - far / radius;
}

/** A place beside an arc as one beside the way between its ends. */
function onArc(arc: WallArc, far: number, aside: number): [far: number, aside: number] {
  const { chord, half, radius } = arc;
  const turn = turnAt(arc, far);
  const out = radius + aside;
  return [chord / 2 - out * Math.sin(turn), out * Math.cos(turn) - radius * Math.cos(half)];
}

/** The other way round than {@link onArc}. */
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

/** Metres between two points of a plan. */
export function distance([x, z]: PlanPoint, [toX, toZ]: PlanPoint): number {
  return Math.hypot(toX - x, toZ - z);
}
