import { OPENING_EDGE, type OpeningPlan, openingSpan } from '@diorama/shared/scene/nodes/wall/spans.ts';
import {
  type AdjoiningRoom,
  EXACT,
  measuresOf,
  type OpeningMeasure,
  overlaps,
  pieceOf,
  roomsIn,
  type Shared,
  spansIn,
} from './opening-rooms.ts';
import type { DraftOpening, Walls } from './walls.ts';

/** Free offset in a wall for a new opening, nearest to the wanted one; null without room. */
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

/**
 * Valid value of an opening's measure, nearest to the wanted one, within its wall and beside its neighbours.
 * Existing overlaps are ignored. Null without a wall or any room.
 */
export function clampMeasure(
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

/** Whether an opening is strictly inside its part of the wall. */
export function isWithinWall({ walls }: Walls, opening: DraftOpening): boolean {
  const found = pieceOf(walls, opening.wall, opening.offset);
  return found !== null && isAlong(opening, found.room);
}

/** Whether a wall has room for an opening at its exact place, beside the existing ones. */
export function hasRoomFor(there: Walls, { wall, ...opening }: DraftOpening): boolean {
  const found = pieceOf(there.walls, wall, opening.offset);
  const span = found && openingSpan(opening, found.room);
  return (
    found !== null &&
    span !== null &&
    !spansIn(there, found, undefined).some((other) => overlaps(span, other))
  );
}

/** Nearest value of a measure with room in a part of the wall; null without one. */
function nearestFit(
  opening: OpeningPlan,
  { key, value }: { key: OpeningMeasure; value: number },
  rooms: readonly Shared[],
): number | null {
  const fitting = rooms.flatMap((shared) =>
    [value, ...limitsOf(opening, shared)[key]].filter((next) => hasRoom({ ...opening, [key]: next }, shared)),
  );
  // Rounded to micrometres, so that equal distances keep their order.
  const away = (measure: number) => Math.round(Math.abs(measure - value) * 1e6);
  return fitting.toSorted((a, b) => away(a) - away(b))[0] ?? null;
}

/** Values at which an opening touches its limits. */
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

/** Whether an opening is drawn unchanged, without a shift or clipping. */
function isWithin(opening: OpeningPlan, room: AdjoiningRoom): boolean {
  const { type, width, height, sill } = opening;
  const bottom = type === 'door' ? 0 : sill;
  const isLarge = Math.min(width, height) >= OPENING_EDGE;
  return isLarge && isAlong(opening, room) && bottom >= 0 && bottom + height <= room.height + EXACT;
}

function isAlong({ offset, width }: OpeningPlan, room: AdjoiningRoom): boolean {
  const [first, last] = [room.from + OPENING_EDGE, room.to - OPENING_EDGE];
  return offset - width / 2 >= first - EXACT && offset + width / 2 <= last + EXACT;
}

/** Opening with its drawn measures; null in a wall without room. */
function asDrawn<Opening extends OpeningPlan>(opening: Opening, room: AdjoiningRoom): Opening | null {
  const span = openingSpan(opening, room);
  return span && (isWithin(opening, room) ? opening : { ...opening, ...measuresOf(span) });
}
