import fc from 'fast-check';
import type { PlanPoint } from '../../plan.ts';
import type { WallPlan } from '../line.ts';

/** Arbitrary length in a range, in metres. */
export const metres = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/** Arbitrary thickness of a wall. */
export const thickness = metres(0.05, 0.4);
/** Arbitrary justification of a wall. */
export const justification = fc.constantFrom('center' as const, 'left' as const, 'right' as const);
/** A wall 0.2 m thick, centred on its line. */
export const wallBetween = (start: PlanPoint, end: PlanPoint, more: Partial<WallPlan> = {}): WallPlan => ({
  start,
  end,
  thickness: 0.2,
  justification: 'center',
  curve: 0,
  ...more,
});
/**
 * Corners of a room around the origin, at distances that avoid short walls and nearly straight transitions.
 */
export const corners = fc.array(metres(4, 4.4), { minLength: 3, maxLength: 8 }).map((radii) =>
  radii.map((radius, i): PlanPoint => {
    const angle = (i / radii.length) * 2 * Math.PI;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  }),
);
/** Walls of such a room, of arbitrary thickness and direction. */
export const room = fc
  .tuple(corners, fc.array(fc.tuple(thickness, fc.boolean()), { minLength: 9, maxLength: 9 }))
  .map(([points, looks]) =>
    points.map((point, i) => {
      const [thick = 0.1, isTurned = false] = looks[i] ?? [];
      const next = points[(i + 1) % points.length] ?? point;
      return isTurned
        ? wallBetween(next, point, { thickness: thick })
        : wallBetween(point, next, { thickness: thick });
    }),
  );
