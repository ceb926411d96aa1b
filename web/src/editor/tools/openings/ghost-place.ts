import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { pointOn, type WallLine, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import type { Editor } from '../../editor.ts';
import { wallsOn } from '../../queries/wall-plan.ts';
import type { OpeningGhost } from './opening-tool.ts';

/** Where an opening's ghost is in its level, as a box on its foot, and the gaps beside it along its wall. */
export type GhostPlace = {
  at: readonly [number, number, number];
  angle: number;
  size: readonly [number, number, number];
  gaps: readonly { side: 'before' | 'after'; from: PlanPoint; to: PlanPoint; length: number }[];
};

/** A ghost stands out of its wall by so much on either side, to be seen upon it. Metres. */
const PROUD = 0.02;

/** Where a ghost is drawn; null when its wall is gone. */
export function ghostPlace(editor: Editor, { level, placed }: OpeningGhost): GhostPlace | null {
  const wall = wallsOn(editor, level).walls.get(placed.wall);
  const line = wall && wallLine(wall);
  if (!wall || !line) {
    return null;
  }
  const { span, gaps } = placed;
  const point = (far: number) => onMiddle(line, far);
  const [x, z] = point((span.from + span.to) / 2);
  return {
    at: [x, span.bottom, z],
    angle: Math.atan2(-line.along[1], line.along[0]),
    size: [span.to - span.from, span.top - span.bottom, wall.thickness + 2 * PROUD],
    gaps: [
      {
        side: 'before' as const,
        from: point(span.from - gaps.before),
        to: point(span.from),
        length: gaps.before,
      },
      { side: 'after' as const, from: point(span.to), to: point(span.to + gaps.after), length: gaps.after },
    ].filter(({ length }) => length > 0),
  };
}

function onMiddle(line: WallLine, far: number): PlanPoint {
  return pointOn(line, far, (line.edges.left + line.edges.right) / 2);
}
