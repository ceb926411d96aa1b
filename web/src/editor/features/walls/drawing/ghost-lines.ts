import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { distance } from '@diorama/shared/scene/nodes/wall/line.ts';
import { SHORTEST } from '../model/kernels/walls.ts';
import { LENGTH_SIDES } from './typed-lengths.ts';
import type { WallDraft, WallSettings } from './wall-tool.ts';

/** Preview line of a wall, curved as the wall; `side` is its stable key. */
export type GhostLine = { side: (typeof WALLS)[number]; from: PlanPoint; to: PlanPoint; curve: number };

const WALLS = [...LENGTH_SIDES, 'third', 'fourth'] as const;

/** Preview lines of the next click: one wall, or the four of a room. */
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
