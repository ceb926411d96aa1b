import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { distance, headingAt, placeOn, pointOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { type DraftWall, isSameEnd, SHORTEST } from './walls.ts';

/** Radius of an angle's arc: a share of the shorter wall, within limits. Metres. */
export const ARC = { share: 0.28, min: 0.32, max: 0.72 } as const;

/** Angle between a drawn and an existing wall, in radians from +X towards +Z; `sweep` is signed. */
export type WallAngle = { at: PlanPoint; from: number; sweep: number; radius: number };

/**
 * Smallest angle with a wall at each end of a line; none for a straight continuation. `curve` bends the line
 * like a wall.
 */
export function wallAngles(
  walls: ReadonlyMap<string, DraftWall>,
  { from, to, curve = 0 }: { from: PlanPoint; to: PlanPoint; curve?: number },
): WallAngle[] {
  const chord = distance(from, to);
  if (chord < SHORTEST) {
    return [];
  }
  const half = 2 * Math.atan((2 * curve) / chord);
  const ends = [
    angleAt(walls, { at: from, toward: to, own: headingOf(from, to) - half }),
    angleAt(walls, { at: to, toward: from, own: headingOf(to, from) + half }),
  ];
  return ends.filter((angle) => angle !== null);
}

type Arm = { at: PlanPoint; toward: PlanPoint; own: number };

function angleAt(walls: ReadonlyMap<string, DraftWall>, { at, toward, own }: Arm): WallAngle | null {
  let best: WallAngle | null = null;
  for (const wall of walls.values()) {
    for (const { heading, far } of armsFrom(wall, at)) {
      const sweep = turnBetween(heading, own);
      const isBend = Math.abs(sweep) > 1e-3 && Math.abs(sweep) < Math.PI - 1e-3;
      if (isBend && (!best || Math.abs(sweep) < Math.abs(best.sweep))) {
        const shorter = Math.min(far, distance(at, toward));
        const radius = Math.min(Math.max(shorter * ARC.share, ARC.min), ARC.max);
        best = { at, from: own - sweep, sweep, radius };
      }
    }
  }
  return best;
}

/**
 * Headings of a wall from a point, and the distances to its ends: one from an end, two from its middle,
 * else none.
 */
function armsFrom(wall: DraftWall, at: PlanPoint): { heading: number; far: number }[] {
  const line = wallLine(wall);
  if (!line) {
    return [];
  }
  const arm = (far: number, end: PlanPoint) => {
    const [x, z] = headingAt(line, far);
    const heading = end === wall.end ? Math.atan2(z, x) : Math.atan2(-z, -x);
    return { heading, far: distance(at, end) };
  };
  if (isSameEnd(wall.start, at)) {
    return [arm(0, wall.end)];
  }
  if (isSameEnd(wall.end, at)) {
    return [arm(line.length, wall.start)];
  }
  const { far } = placeOn(line, at);
  const isOn = far > 0 && far < line.length && distance(pointOn(line, far, 0), at) <= SHORTEST;
  return isOn ? [arm(far, wall.start), arm(far, wall.end)] : [];
}

function headingOf([x, z]: PlanPoint, [toX, toZ]: PlanPoint): number {
  return Math.atan2(toZ - z, toX - x);
}

/** Signed angle between two headings, the short way round. */
function turnBetween(from: number, to: number): number {
  const turn = to - from;
  return turn - Math.round(turn / (2 * Math.PI)) * 2 * Math.PI;
}
