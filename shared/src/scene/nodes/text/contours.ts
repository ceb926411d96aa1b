import type { PathCommand } from 'opentype.js/dist/opentype.mjs';
import type { PlanPoint } from '../plan.ts';

/** How far a facet may lie from the curve that it stands for, in ems. */
const TOLERANCE = 0.001;
const MAX_FACETS = 24;
/** Letters reach no further than this, in ems; what does is damaged. */
const FURTHEST = 50;

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
  const at = (x: number, y: number): PlanPoint => [x / unitsPerEm, -y / unitsPerEm];
  for (const command of commands) {
    if (command.type === 'Z') {
      continue;
    }
    const to = at(command.x, command.y);
    if (command.type === 'M') {
      contours.push([to]);
    } else {
      const handles =
        command.type === 'L'
          ? []
          : command.type === 'Q'
            ? [at(command.x1, command.y1)]
            : [at(command.x1, command.y1), at(command.x2, command.y2)];
      const curve = facets([from, ...handles, to]);
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
