import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { distance, headingAt, placeOn, pointOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { type DraftWall, isSameEnd, SHORTEST } from './walls.ts';

/** How large an arc is: a share of the shorter of its two walls, within limits. Metres. */
export const ARC = { share: 0.28, min: 0.32, max: 0.72 } as const;

/** The angle between a wall that is drawn and one that is there, in radians from +X towards +Z; `sweep` has a sign. */
export type WallAngle = { at: PlanPoint; from: number; sweep: number; radius: number };

/** The smallest angle at each end of a line, where a wall is; straight on there is none. `curve` bends it as it does a wall. */
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

/** Where to a wall goes from a point, and how far its end is: from its ends one way, from its middle both, from elsewhere none. */
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

/** From one heading to another the short way round. */
function turnBetween(from: number, to: number): number {
  const turn = to - from;
  return turn - Math.round(turn / (2 * Math.PI)) * 2 * Math.PI;
}
