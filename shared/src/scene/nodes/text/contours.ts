import type { PlanPoint } from '../plan.ts';

/** Maximum distance between a facet and its curve, in ems. */
const TOLERANCE = 0.001;
const MAX_FACETS = 24;
/** Maximum extent of glyphs in ems; larger ones are damaged. */
const FURTHEST = 50;

/** A path command: move, line, or a Bézier curve of degree two or three with its control points and end. */
export type PathCommand = { type: string; values: readonly number[] };

/**
 * Closed contours of a glyph in ems, with flattened curves, as a plan whose −Z is up. Null for a damaged
 * glyph or one with more than `maxPoints`.
 */
export function contoursOf(
  commands: readonly PathCommand[],
  unitsPerEm: number,
  maxPoints: number,
): PlanPoint[][] | null {
  const contours: PlanPoint[][] = [];
  let points = 0;
  let from: PlanPoint = [0, 0];
  for (const { type, values } of commands) {
    const handles = pointsOf(values, unitsPerEm);
    const to = handles.at(-1);
    if (!to) {
      continue;
    }
    if (type === 'M') {
      contours.push([to]);
    } else {
      const curve = facets([from, ...handles]);
      points += curve.length;
      contours.at(-1)?.push(...curve);
    }
    from = to;
    if (points > maxPoints) {
      return null;
    }
  }
  const isSane = contours.every((contour) => contour.every(([x, z]) => Math.hypot(x, z) < FURTHEST));
  return isSane ? contours.filter(({ length }) => length > 2) : null;
}

function pointsOf(values: readonly number[], unitsPerEm: number): PlanPoint[] {
  return Array.from(
    { length: values.length / 2 },
    (_, i): PlanPoint => [(values[2 * i] ?? 0) / unitsPerEm, -(values[2 * i + 1] ?? 0) / unitsPerEm],
  );
}

/** Points of a line or a Bézier curve of degree two or three, without the first. */
function facets(handles: readonly PlanPoint[]): PlanPoint[] {
  const bend = handles.slice(2).map((point, i) => {
    const [a, b] = [handles[i] ?? point, handles[i + 1] ?? point];
    return Math.hypot(a[0] - 2 * b[0] + point[0], a[1] - 2 * b[1] + point[1]);
  });
  const count = Math.ceil(Math.sqrt(Math.max(0, ...bend) / (2 * TOLERANCE)));
  const parts = Number.isFinite(count) ? Math.min(Math.max(count, 1), MAX_FACETS) : 1;
  return Array.from({ length: parts }, (_, i) => between(handles, (i + 1) / parts));
}

/** Point on a Bézier curve. */
function between(handles: readonly PlanPoint[], share: number): PlanPoint {
  let points = handles;
  while (points.length > 1) {
    points = points.slice(1).map((point, i) => {
      const [x, z] = points[i] ?? point;
      return [x + (point[0] - x) * share, z + (point[1] - z) * share] as const;
    });
  }
  return points[0] ?? [0, 0];
}
