import { pieceAt, type WallPiece, wallPieces } from '@diorama/shared/scene/nodes/wall/pieces.ts';
import { OPENING_EDGE, openingSpan, type Span } from '@diorama/shared/scene/nodes/wall/spans.ts';
import { neighboursIn, type Walls } from './walls.ts';

/** What is nearer than this touches, in metres: measures are written in whole micrometres. */
export const EXACT = 1e-5;

/** A place in a wall. */
export type Found = {
  id: string;
  far: number;
  /** The part of the wall that it is in, where others cross that. */
  room: Room;
  pieces: readonly WallPiece[];
};

export type Room = WallPiece & { height: number };

/** A part of a wall, and what is in it beside the opening in question. */
export type Shared = { room: Room; others: readonly Span[] };

/** The part of a wall that is somewhere along its line. */
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

/** All parts of a wall, with what is in them. */
export function roomsIn(there: Walls, found: Found, moving?: string): Shared[] {
  return found.pieces.map((piece) => {
    const room = { ...piece, height: found.room.height };
    return { room, others: spansIn(there, { ...found, room }, moving) };
  });
}

/** Whether less than what keeps two holes apart lies between them. */
export function overlaps(a: Span, b: Span): boolean {
  const isBeside = a.to + OPENING_EDGE <= b.from + EXACT || b.to + OPENING_EDGE <= a.from + EXACT;
  const isAbove = a.top <= b.bottom + EXACT || b.top <= a.bottom + EXACT;
  return !isBeside && !isAbove;
}

/** What of an opening says where it is and how large, in metres. */
const MEASURES = ['offset', 'width', 'height', 'sill'] as const;

export type OpeningMeasure = (typeof MEASURES)[number];

export function isOpeningMeasure(key: string): key is OpeningMeasure {
  return MEASURES.some((measure) => measure === key);
}

/** The measures that an opening is drawn with. */
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
