import type { PlanPoint } from '../plan.ts';

/** How far a facet may lie from the curve that it stands for, in ems. */
const TOLERANCE = 0.001;
const MAX_FACETS = 24;
/** Letters reach no further than this, in ems; what does is damaged. */
const FURTHEST = 50;

/** A step of an outline: to a point, in a line, or in a curve of two or three degrees by its handles and its end. */
export type PathCommand = { type: string; values: readonly number[] };

/**
 * The closed lines of a letter in ems, its curves as facets, as a plan whose −Z is up. Null for one that is damaged or has
 * more than `maxPoints`.
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

/** A line or a curve of two or three degrees as points, without its first. */
function facets(handles: readonly PlanPoint[]): PlanPoint[] {
  const bend = handles.slice(2).map((point, i) => {
    const [a, b] = [handles[i] ?? point, handles[i + 1] ?? point];
    return Math.hypot(a[0] - 2 * b[0] + point[0], a[1] - 2 * b[1] + point[1]);
  });
  const count = Math.ceil(Math.sqrt(Math.max(0, ...bend) / (2 * TOLERANCE)));
  const parts = Number.isFinite(count) ? Math.min(Math.max(count, 1), MAX_FACETS) : 1;
  return Array.from({ length: parts }, (_, i) => between(handles, (i + 1) / parts));
}

/** The point of a Bézier curve. */
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
