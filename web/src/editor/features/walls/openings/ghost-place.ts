import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { facesAlong } from '@diorama/shared/scene/nodes/wall/bend-stops.ts';
import { headingAt, pointOn, type WallLine, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import type { SceneReader } from '../../../parts.ts';
import { wallsOn } from '../model/wall-plan.ts';
import type { OpeningGhost } from './opening-tool.ts';

/**
 * Preview of an opening as a box on its base in the level's space, and the gaps beside it along its
 * wall.
 */
export type GhostPlace = {
  at: readonly [number, number, number];
  angle: number;
  size: readonly [number, number, number];
  /** `way` is the polyline of the measured gap, and `middle` its midpoint. */
  gaps: readonly { side: 'before' | 'after'; way: readonly PlanPoint[]; middle: PlanPoint; length: number }[];
};

/** Distance by which the preview extends from each side of the wall, in metres. */
const PROUD = 0.02;

/** Place of a preview; null if its wall was deleted. */
export function ghostPlace(editor: SceneReader, { level, placed }: OpeningGhost): GhostPlace | null {
  const wall = wallsOn(editor, level).walls.get(placed.wall);
  const line = wall && wallLine(wall);
  if (!wall || !line) {
    return null;
  }
  const { span, gaps } = placed;
  const middle = (span.from + span.to) / 2;
  const [[x, z], heading] = [onMiddle(line, middle), headingAt(line, middle)];
  const gap = (side: 'before' | 'after', from: number, length: number) => ({
    ...{ side, length, way: wayAlong(line, from, length) },
    middle: onMiddle(line, from + length / 2),
  });
  return {
    at: [x, span.bottom, z],
    angle: Math.atan2(-heading[1], heading[0]),
    size: [span.to - span.from, span.top - span.bottom, wall.thickness + 2 * PROUD],
    gaps: [gap('before', span.from - gaps.before, gaps.before), gap('after', span.to, gaps.after)].filter(
      ({ length }) => length > 0,
    ),
  };
}

function wayAlong(line: WallLine, from: number, length: number): PlanPoint[] {
  const parts = line.arc && length > 0 ? facesAlong(line.arc.radius, length) : 1;
  return Array.from({ length: parts + 1 }, (_, i) => onMiddle(line, from + (length * i) / parts));
}

function onMiddle(line: WallLine, far: number): PlanPoint {
  return pointOn(line, far, (line.edges.left + line.edges.right) / 2);
}
