import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { distance, placeOn, pointOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { pieceAt, type WallPiece, wallPieces } from '@diorama/shared/scene/nodes/wall/pieces.ts';
import {
  OPENING_EDGE,
  type OpeningPlan,
  openingSpan,
  type Span,
} from '@diorama/shared/scene/nodes/wall/spans.ts';
import { type DraftOpening, neighboursIn, type Walls } from './walls.ts';

/** How near the cursor must be to a wall, and how near to where it would be aligned an opening must be. Metres. */
export const OPENING_SNAP = { wall: 1, align: 0.05 } as const;

/** What is nearer than this touches, in metres: measures are written in whole micrometres. */
const EXACT = 1e-5;

/** Sills in metres above a wall's foot, where nobody has said another. */
export const OPENING_SILL = { door: 0, window: 0.9, hole: 0 } as const satisfies Record<
  OpeningPlan['type'],
  number
>;

/**
 * What is being placed: `at` is where the cursor is on the plan, `moving` the opening that is moved and so not in its own
 * way; `isFree` neither aligns nor refuses.
 */
export type Placing = {
  there: Walls;
  at: PlanPoint;
  opening: Omit<OpeningPlan, 'offset'>;
  moving?: string;
  isFree?: boolean;
};

/** Which line of another opening's height this one's keeps to. */
export type Alignment = 'sill' | 'center' | 'top';

/** Where an opening goes. `gaps` are in metres up to what is next in its wall, or to the wall's ends. */
export type PlacedOpening = {
  wall: string;
  props: OpeningPlan;
  span: Span;
  gaps: { before: number; after: number };
  hasEqualGaps: boolean;
  aligned: { to: string; by: Alignment } | null;
  collides: boolean;
  isAllowed: boolean;
};

/** Puts an opening into the nearest wall, as near to the cursor as it fits; null where no wall is near or has room. */
export function placeOpening(placing: Placing): PlacedOpening | null {
  const { there, at, opening, isFree = false } = placing;
  const found = nearestWall(there, at);
  if (!found) {
    return null;
  }
  const others = spansIn(there, found, placing.moving);
  const height = isFree ? null : alignedSill(placing);
  const wanted: OpeningPlan = { ...opening, sill: height?.sill ?? opening.sill, offset: found.far };
  const raw = openingSpan(wanted, found.room);
  const evened = raw && !isFree ? evenOffset(raw, others, found.room) : null;
  const span = evened === null ? raw : openingSpan({ ...wanted, offset: evened }, found.room);
  if (!span) {
    return null;
  }
  const gaps = gapsOf(span, others, found.room);
  const collides = others.some((other) => overlaps(span, other));
  return {
    wall: found.id,
    props: {
      ...wanted,
      ...measuresOf(span),
    },
    span,
    gaps,
    hasEqualGaps: Math.abs(gaps.before - gaps.after) < 1e-6,
    aligned: height && Math.abs(height.sill - span.bottom) < 1e-6 ? height.aligned : null,
    collides,
    isAllowed: isFree || !collides,
  };
}

/** Where in its own wall a new opening has room, as near as there is to where it wants to be; null where there is none. */
export function freeOffset(there: Walls, { wall, ...opening }: DraftOpening): number | null {
  const found = pieceOf(there.walls, wall, opening.offset);
  const span = found && openingSpan(opening, found.room);
  if (!found || !span) {
    return null;
  }
  const { height, sill } = measuresOf(span);
  const wanted = { key: 'offset', value: opening.offset } as const;
  return nearestFit({ ...opening, height, sill }, wanted, roomsIn(there, found));
}

/** What of an opening says where it is and how large, in metres. */
const MEASURES = ['offset', 'width', 'height', 'sill'] as const;

export type OpeningMeasure = (typeof MEASURES)[number];

export function isOpeningMeasure(key: string): key is OpeningMeasure {
  return MEASURES.some((measure) => measure === key);
}

/**
 * The measure nearest to one that is wanted with which an opening is within its wall and beside the others there. What it
 * lies in already does not hold it. Null for what is in no wall, or in one without any room.
 */
export function fittingMeasure(
  there: Walls,
  id: string,
  wanted: { key: OpeningMeasure; value: number },
): number | null {
  const opening = there.openings.get(id);
  const found = opening ? pieceOf(there.walls, opening.wall, opening.offset) : null;
  const own = opening && found && asDrawn(opening, found.room);
  const span = own && found && openingSpan(own, found.room);
  if (!found || !own || !span) {
    return null;
  }
  const rooms = roomsIn(there, found, id)
    .filter(({ room }) => wanted.key === 'offset' || room.from === found.room.from)
    .map(({ room, others }) => ({ room, others: others.filter((other) => !overlaps(span, other)) }));
  return nearestFit(own, wanted, rooms) ?? own[wanted.key];
}

/** Whether the part of its wall that an opening is in reaches beyond it at both sides. */
export function isWithinWall({ walls }: Walls, opening: DraftOpening): boolean {
  const found = pieceOf(walls, opening.wall, opening.offset);
  return found !== null && isAlong(opening, found.room);
}

/** Whether a wall has room for an opening just where that would be, beside those that are in it. */
export function hasRoomFor(there: Walls, { wall, ...opening }: DraftOpening): boolean {
  const found = pieceOf(there.walls, wall, opening.offset);
  const span = found && openingSpan(opening, found.room);
  return (
    found !== null &&
    span !== null &&
    !spansIn(there, found, undefined).some((other) => overlaps(span, other))
  );
}

type Found = {
  id: string;
  far: number;
  /** The part of the wall that it is in, where others cross that. */
  room: Room;
  pieces: readonly WallPiece[];
};

type Room = WallPiece & { height: number };

/** A part of a wall, and what is in it beside the opening in question. */
type Shared = { room: Room; others: readonly Span[] };

function nearestWall({ walls }: Walls, at: PlanPoint): Found | null {
  let best: { id: string; far: number; away: number } | null = null;
  for (const [id, wall] of walls) {
    const line = wallLine(wall);
    if (line) {
      const far = Math.min(Math.max(placeOn(line, at).far, 0), line.length);
      const middle = (line.edges.left + line.edges.right) / 2;
      const away = distance(pointOn(line, far, middle), at);
      if (away <= OPENING_SNAP.wall && (!best || away < best.away)) {
        best = { id, far, away };
      }
    }
  }
  return best && pieceOf(walls, best.id, best.far);
}

/** The part of a wall that is somewhere along its line. */
function pieceOf(walls: Walls['walls'], id: string, far: number): Found | null {
  const wall = walls.get(id);
  if (!wall) {
    return null;
  }
  const pieces = wallPieces(wall, neighboursIn(walls, id));
  const piece = pieceAt(pieces, far);
  return piece && { id, far, room: { ...piece, height: wall.height }, pieces };
}

function spansIn({ openings }: Walls, { id, room, pieces }: Found, moving: string | undefined): Span[] {
  return [...openings].flatMap(([other, plan]) =>
    plan.wall === id && other !== moving && pieceAt(pieces, plan.offset)?.from === room.from
      ? (openingSpan(plan, room) ?? [])
      : [],
  );
}

/** All parts of a wall, with what is in them. */
function roomsIn(there: Walls, found: Found, moving?: string): Shared[] {
  return found.pieces.map((piece) => {
    const room = { ...piece, height: found.room.height };
    return { room, others: spansIn(there, { ...found, room }, moving) };
  });
}

/** The measure nearest to the wanted one that leaves an opening room in a part of its wall; null if none does. */
function nearestFit(
  opening: OpeningPlan,
  { key, value }: { key: OpeningMeasure; value: number },
  rooms: readonly Shared[],
): number | null {
  const fitting = rooms.flatMap((shared) =>
    [value, ...limitsOf(opening, shared)[key]].filter((next) => hasRoom({ ...opening, [key]: next }, shared)),
  );
  // In whole micrometres: what is equally far but for rounding stays in order.
  const away = (measure: number) => Math.round(Math.abs(measure - value) * 1e6);
  return fitting.toSorted((a, b) => away(a) - away(b))[0] ?? null;
}

/** The measures with which an opening just touches what it must not go into. */
function limitsOf(opening: OpeningPlan, { room, others }: Shared): Record<OpeningMeasure, number[]> {
  const { offset, width, height, type } = opening;
  const bottom = type === 'door' ? 0 : opening.sill;
  const first = [room.from, ...others.map(({ to }) => to)].map((at) => at + OPENING_EDGE);
  const last = [room.to, ...others.map(({ from }) => from)].map((at) => at - OPENING_EDGE);
  const feet = [0, ...others.map(({ top }) => top)];
  const heads = [room.height, ...others.map((other) => other.bottom)];
  return {
    offset: [...first.map((at) => at + width / 2), ...last.map((at) => at - width / 2)],
    width: [...first, ...last].map((at) => 2 * Math.abs(at - offset)),
    height: heads.map((at) => at - bottom),
    sill: [...feet, ...heads.map((at) => at - height)],
  };
}

function hasRoom(opening: OpeningPlan, { room, others }: Shared): boolean {
  const span = openingSpan(opening, room);
  return span !== null && isWithin(opening, room) && !others.some((other) => overlaps(span, other));
}

/** Whether an opening is drawn as it says: nothing of it has to be moved or cut off. */
function isWithin(opening: OpeningPlan, room: Room): boolean {
  const { type, width, height, sill } = opening;
  const bottom = type === 'door' ? 0 : sill;
  const isLarge = Math.min(width, height) >= OPENING_EDGE;
  return isLarge && isAlong(opening, room) && bottom >= 0 && bottom + height <= room.height + EXACT;
}

function isAlong({ offset, width }: OpeningPlan, room: Room): boolean {
  const [first, last] = [room.from + OPENING_EDGE, room.to - OPENING_EDGE];
  return offset - width / 2 >= first - EXACT && offset + width / 2 <= last + EXACT;
}

/** An opening with the measures that it is drawn with; null in a wall without room. */
function asDrawn<Opening extends OpeningPlan>(opening: Opening, room: Room): Opening | null {
  const span = openingSpan(opening, room);
  return span && (isWithin(opening, room) ? opening : { ...opening, ...measuresOf(span) });
}

/** The sill at which a window's foot, middle or top is as high as another opening's; the nearest of these. */
function alignedSill({
  there,
  opening,
  moving,
}: Placing): { sill: number; aligned: PlacedOpening['aligned'] } | null {
  if (opening.type === 'door') {
    return null;
  }
  const candidates = [...there.openings].flatMap(([to, other]) => {
    const bottom = other.type === 'door' ? 0 : other.sill;
    const sills = {
      sill: bottom,
      center: bottom + (other.height - opening.height) / 2,
      top: bottom + other.height - opening.height,
    };
    return to === moving
      ? []
      : (['sill', 'center', 'top'] as const).map((by) => ({ sill: sills[by], aligned: { to, by } }));
  });
  // In whole micrometres: what is equal but for rounding stays in order.
  const away = ({ sill }: { sill: number }) => Math.round(Math.abs(sill - opening.sill) * 1e6) / 1e6;
  const near = candidates.filter((candidate) => candidate.sill >= 0 && away(candidate) <= OPENING_SNAP.align);
  return near.toSorted((a, b) => away(a) - away(b))[0] ?? null;
}

/** Where the gaps on both sides are equal, or null where that is not near. */
function evenOffset(span: Span, others: readonly Span[], room: Room): number | null {
  if (others.some((other) => overlaps(span, other))) {
    return null;
  }
  const { before, after } = gapsOf(span, others, room);
  const aside = (after - before) / 2;
  return Math.abs(aside) <= OPENING_SNAP.align ? middleOf(span) + aside : null;
}

function gapsOf(span: Span, others: readonly Span[], room: Room): { before: number; after: number } {
  const middle = middleOf(span);
  const left = others.filter((other) => middleOf(other) < middle).map(({ to }) => to);
  const right = others.filter((other) => middleOf(other) >= middle).map(({ from }) => from);
  return {
    before: span.from - Math.max(room.from, ...left),
    after: Math.min(room.to, ...right) - span.to,
  };
}

/** Whether less than what keeps two holes apart lies between them. */
function overlaps(a: Span, b: Span): boolean {
  const isBeside = a.to + OPENING_EDGE <= b.from + EXACT || b.to + OPENING_EDGE <= a.from + EXACT;
  const isAbove = a.top <= b.bottom + EXACT || b.top <= a.bottom + EXACT;
  return !isBeside && !isAbove;
}

function measuresOf(span: Span): Record<OpeningMeasure, number> {
  return {
    offset: middleOf(span),
    width: span.to - span.from,
    height: span.top - span.bottom,
    sill: span.bottom,
  };
}

function middleOf({ from, to }: Span): number {
  return (from + to) / 2;
}
