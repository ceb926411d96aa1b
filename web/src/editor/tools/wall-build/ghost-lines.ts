import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { distance } from '@diorama/shared/scene/nodes/wall/line.ts';
import { SHORTEST } from '../../kernels/walls/walls.ts';
import type { WallDraft, WallSettings } from './wall-tool.ts';

/** The lines of the walls that the next click draws: one, or the four of a room. */
export function ghostLines(
  { from, cursor }: WallDraft,
  shape: WallSettings['shape'],
): (readonly [PlanPoint, PlanPoint])[] {
  const to = cursor?.point;
  if (!from || !to) {
    return [];
  }
  const corners: PlanPoint[] = shape === 'room' ? [from, [to[0], from[1]], to, [from[0], to[1]]] : [from, to];
  const lines = corners.map((corner, i) => [corner, corners[(i + 1) % corners.length] ?? corner] as const);
  return lines.slice(0, shape === 'room' ? 4 : 1).filter(([a, b]) => distance(a, b) >= SHORTEST);
}
