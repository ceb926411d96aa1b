import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { distance } from '@diorama/shared/scene/nodes/wall/line.ts';
import { SHORTEST } from '../../kernels/walls/walls.ts';
import { SIDES } from './typed-lengths.ts';
import type { WallDraft, WallSettings } from './wall-tool.ts';

/** One wall of those that the next click draws, curved as walls are; `side` stays its name while it moves. */
export type GhostLine = { side: (typeof WALLS)[number]; from: PlanPoint; to: PlanPoint; curve: number };

const WALLS = [...SIDES, 'third', 'fourth'] as const;

/** The lines of the walls that the next click draws: one, or the four of a room. */
export function ghostLines({ from, cursor, bow }: WallDraft, shape: WallSettings['shape']): GhostLine[] {
  const to = cursor?.point;
  if (!from || !to) {
    return [];
  }
  const corners: PlanPoint[] = [from, [to[0], from[1]], to, [from[0], to[1]]];
  const lines: GhostLine[] =
    shape === 'room'
      ? WALLS.map((side, i) => ({
          side,
          from: corners[i] ?? from,
          to: corners[(i + 1) % 4] ?? from,
          curve: 0,
        }))
      : [{ side: 'first', from, to, curve: bow * distance(from, to) }];
  return lines.filter((line) => distance(line.from, line.to) >= SHORTEST);
}
