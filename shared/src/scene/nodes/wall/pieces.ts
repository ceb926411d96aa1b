import type { PlanPoint } from '../plan.ts';
import type { HalfPlan, WallCut } from './crossing.ts';
import { placeOn, type WallLine, type WallPlan, wallLine } from './line.ts';
import { straightBends, straightPart, type WallOutline, wallOutline } from './outline.ts';

/** Context of a wall's plan: the walls that share an end with it, and the cuts by walls that cross it. */
export type WallNeighbours = { walls: readonly WallPlan[]; cuts: readonly WallCut[] };

/** An uncut part of a wall, with the range along the wall over which it has full thickness. */
export type WallPiece = { outline: WallOutline; from: number; to: number };

/** Minimum length of a drawn part, in metres. */
const SHORTEST = 0.01;

/** Parts of a wall, from its start to its end; empty when its ends coincide or others cover it. */
export function wallPieces(wall: WallPlan, { walls, cuts }: WallNeighbours): WallPiece[] {
  const [line, outline] = [wallLine(wall), wallOutline(wall, walls)];
  if (!line || !outline) {
    return [];
  }
  const outlines = cuts.reduce<WallOutline[]>(
    (pieces, cut) => pieces.flatMap((piece) => cutPiece(piece, cut, line)),
    [outline],
  );
  return outlines
    .map((one) => ({ outline: one, ...straightPart(one, line) }))
    .filter((piece) => piece.outline === outline || piece.to - piece.from > SHORTEST)
    .sort((a, b) => a.from - b.from);
}

/** Part of a wall at a distance along it, or the nearest one. */
export function pieceAt(pieces: readonly WallPiece[], far: number): WallPiece | null {
  const away = ({ from, to }: WallPiece) => Math.max(from - far, far - to, 0);
  return pieces.reduce<WallPiece | null>(
    (best, piece) => (best && away(best) <= away(piece) ? best : piece),
    null,
  );
}

function cutPiece(outline: WallOutline, { before, behind }: WallCut, line: WallLine): WallOutline[] {
  const { left, right, start, end } = outline;
  const [first, second] = [
    before && keep([right[0], right[1], ...end, left[1], left[0]], before, line),
    behind && keep([left[1], left[0], ...start.toReversed(), right[0], right[1]], behind, line),
  ];
  return [
    ...(first
      ? [
          {
            ...{ start, left: [left[0], first.to] as const, right: [right[0], first.from] as const },
            end: first.between,
          },
        ]
      : []),
    ...(second
      ? [
          {
            ...{ end, left: [second.from, left[1]] as const, right: [second.to, right[1]] as const },
            start: second.between.toReversed(),
          },
        ]
      : []),
  ];
}

type Rim = { from: PlanPoint; between: PlanPoint[]; to: PlanPoint };

/**
 * Cuts a chain of points that runs along one side of a wall, around an end and back along the other
 * side.
 * @returns the points between the two outermost ones after the cut; null when these are cut off themselves
 */
function keep(chain: readonly PlanPoint[], half: HalfPlan, line: WallLine): Rim | null {
  const kept: PlanPoint[] = [];
  const over = (point: PlanPoint) => {
    const { far, aside } = placeOn(line, point);
    return far * half.far + aside * half.aside - half.most;
  };
  for (const [i, point] of chain.entries()) {
    const before = chain[i - 1];
    const [was, is] = [before ? over(before) : 0, over(point)];
    if (before && was > 0 !== is > 0) {
      const share = was / (was - is);
      kept.push([before[0] + (point[0] - before[0]) * share, before[1] + (point[1] - before[1]) * share]);
    }
    if (is <= 0) {
      kept.push(point);
    }
  }
  const [outer, from, to, last] = [kept[0], kept[1], kept.at(-2), kept.at(-1)];
  const isWhole = outer === chain[0] && last === chain.at(-1) && kept.length >= 4;
  return isWhole && from && to ? { from, between: straightBends(from, kept.slice(2, -2), to), to } : null;
}
