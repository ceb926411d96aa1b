import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { distance, placeOn, pointOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { type DraftWall, isSameEnd, SHORTEST } from './walls.ts';

/** How large an arc is: a share of the shorter of its two walls, within limits. Metres. */
export const ARC = { share: 0.28, min: 0.32, max: 0.72 } as const;

/** The angle between a wall that is drawn and one that is there, in radians from +X towards +Z; `sweep` has a sign. */
export type WallAngle = { at: PlanPoint; from: number; sweep: number; radius: number };

/** The smallest angle at each end of a line, where a wall is; straight on there is none. */
export function wallAngles(
  walls: ReadonlyMap<string, DraftWall>,
  { from, to }: { from: PlanPoint; to: PlanPoint },
): WallAngle[] {
  if (distance(from, to) < SHORTEST) {
    return [];
  }
  return [angleAt(walls, from, to), angleAt(walls, to, from)].filter((angle) => angle !== null);
}

function angleAt(walls: ReadonlyMap<string, DraftWall>, at: PlanPoint, toward: PlanPoint): WallAngle | null {
  const own = headingOf(at, toward);
  let best: WallAngle | null = null;
  for (const wall of walls.values()) {
    for (const end of endsBeside(wall, at)) {
      const sweep = turnBetween(headingOf(at, end), own);
      const isBend = Math.abs(sweep) > 1e-3 && Math.abs(sweep) < Math.PI - 1e-3;
      if (isBend && (!best || Math.abs(sweep) < Math.abs(best.sweep))) {
        const shorter = Math.min(distance(at, end), distance(at, toward));
        const radius = Math.min(Math.max(shorter * ARC.share, ARC.min), ARC.max);
        best = { at, from: own - sweep, sweep, radius };
      }
    }
  }
  return best;
}

/** Where a wall goes to from a point: its other end, both ends from its middle, none from elsewhere. */
function endsBeside(wall: DraftWall, at: PlanPoint): PlanPoint[] {
  if (isSameEnd(wall.start, at)) {
    return [wall.end];
  }
  if (isSameEnd(wall.end, at)) {
    return [wall.start];
  }
  const line = wallLine(wall);
  const far = line ? placeOn(line, at).far : -1;
  const isOn = line && far > 0 && far < line.length && distance(pointOn(line, far, 0), at) <= SHORTEST;
  return isOn ? [wall.start, wall.end] : [];
}

function headingOf([x, z]: PlanPoint, [toX, toZ]: PlanPoint): number {
  return Math.atan2(toZ - z, toX - x);
}

/** From one heading to another the short way round. */
function turnBetween(from: number, to: number): number {
  const turn = to - from;
  return turn - Math.round(turn / (2 * Math.PI)) * 2 * Math.PI;
}
