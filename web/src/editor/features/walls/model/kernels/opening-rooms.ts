import { pieceAt, type WallPiece, wallPieces } from '@diorama/shared/scene/nodes/wall/pieces.ts';
import { OPENING_EDGE, openingSpan, type Span } from '@diorama/shared/scene/nodes/wall/spans.ts';
import { neighboursIn, type Walls } from './walls.ts';

/** Tolerance of touching, in metres; stored measures are whole micrometres. */
export const EXACT = 1e-5;

/** Position in a wall. */
export type Found = {
  id: string;
  far: number;
  /** Piece of the wall at the position, between crossing walls. */
  room: AdjoiningRoom;
  pieces: readonly WallPiece[];
};

export type AdjoiningRoom = WallPiece & { height: number };

/** Piece of a wall, and its openings other than the one in question. */
export type Shared = { room: AdjoiningRoom; others: readonly Span[] };

/** Piece of a wall at a distance along its line. */
export function pieceOf(walls: Walls['walls'], id: string, far: number): Found | null {
  const wall = walls.get(id);
  if (!wall) {
    return null;
  }
  const pieces = wallPieces(wall, neighboursIn(walls, id));
  const piece = pieceAt(pieces, far);
  return piece && { id, far, room: { ...piece, height: wall.height }, pieces };
}

export function spansIn(
  { openings }: Walls,
  { id, room, pieces }: Found,
  moving: string | undefined,
): Span[] {
  return [...openings].flatMap(([other, plan]) =>
    plan.wall === id && other !== moving && pieceAt(pieces, plan.offset)?.from === room.from
      ? (openingSpan(plan, room) ?? [])
      : [],
  );
}

/** All pieces of a wall with their openings. */
export function roomsIn(there: Walls, found: Found, moving?: string): Shared[] {
  return found.pieces.map((piece) => {
    const room = { ...piece, height: found.room.height };
    return { room, others: spansIn(there, { ...found, room }, moving) };
  });
}

/** Whether two openings overlap or are closer than the smallest gap. */
export function overlaps(a: Span, b: Span): boolean {
  const isBeside = a.to + OPENING_EDGE <= b.from + EXACT || b.to + OPENING_EDGE <= a.from + EXACT;
  const isAbove = a.top <= b.bottom + EXACT || b.top <= a.bottom + EXACT;
  return !isBeside && !isAbove;
}

/** Properties that define an opening's place and size, in metres. */
const MEASURES = ['offset', 'width', 'height', 'sill'] as const;

export type OpeningMeasure = (typeof MEASURES)[number];

export function isOpeningMeasure(key: string): key is OpeningMeasure {
  return MEASURES.some((measure) => measure === key);
}

/** Drawn measures of an opening. */
export function measuresOf(span: Span): Record<OpeningMeasure, number> {
  return {
    offset: middleOf(span),
    width: span.to - span.from,
    height: span.top - span.bottom,
    sill: span.bottom,
  };
}

export function middleOf({ from, to }: Span): number {
  return (from + to) / 2;
}
