/** Properties of an opening that affect its wall, in metres. */
export type OpeningPlan = {
  type: 'door' | 'window' | 'hole';
  offset: number;
  width: number;
  height: number;
  sill: number;
};

/** Space for openings in a wall: a range of distances along its line, and its height. */
export type OpeningRoom = { from: number; to: number; height: number };

/** A rectangle of a wall's side, in metres along its line and above its foot. */
export type Span = { from: number; to: number; bottom: number; top: number };

/**
 * Minimum distance of an opening from the ends of a wall, in metres, as the ends belong to its neighbours
 * too.
 */
export const OPENING_EDGE = 0.01;

/**
 * Extent of an opening in its wall: at its offset if it fits, else moved or shrunk to fit. A door
 * begins at the floor. Null when the wall has no room for any.
 */
export function openingSpan(opening: OpeningPlan, room: OpeningRoom): Span | null {
  const [first, last] = [room.from + OPENING_EDGE, room.to - OPENING_EDGE];
  const width = Math.min(opening.width, last - first);
  if (width < OPENING_EDGE) {
    return null;
  }
  const from = clamp(opening.offset - width / 2, first, last - width);
  const height = Math.min(opening.height, room.height);
  const bottom = opening.type === 'door' ? 0 : clamp(opening.sill, 0, room.height - height);
  const top = room.height - bottom - height < OPENING_EDGE ? room.height : bottom + height;
  return { from, to: from + width, bottom: bottom < OPENING_EDGE ? 0 : bottom, top };
}

/** A part of a wall's length with constant solid height ranges. */
export type Column = { from: number; to: number; solid: readonly (readonly [bottom: number, top: number])[] };

/** Cuts of a wall at a smaller distance are merged, in metres. */
const SAME_CUT = 1e-3;

/** Splits a wall's length at the edges of its holes and at `bends`; overlapping holes are merged. */
export function columnsAround(
  spans: readonly Span[],
  room: OpeningRoom,
  bends: readonly number[] = [],
): Column[] {
  const edges = new Set(spans.flatMap(({ from, to }) => [from, to]));
  const taken = [room.from, room.to, ...edges];
  const between = bends.filter(
    (at) => at > room.from && at < room.to && taken.every((other) => Math.abs(at - other) > SAME_CUT),
  );
  const cuts = [...edges, ...between].sort((a, b) => a - b);
  const stops = [room.from, ...cuts, room.to];
  return stops.slice(0, -1).map((from, i) => {
    const to = stops[i + 1] ?? room.to;
    const holes = spans.filter((span) => span.from <= from && span.to >= to);
    return { from, to, solid: solidSpans(holes, room.height) };
  });
}

function solidSpans(holes: readonly Span[], height: number): (readonly [number, number])[] {
  const solid: (readonly [number, number])[] = [];
  let reached = 0;
  for (const { bottom, top } of holes.toSorted((a, b) => a.bottom - b.bottom)) {
    if (bottom > reached) {
      solid.push([reached, bottom]);
    }
    reached = Math.max(reached, top);
  }
  return reached < height ? [...solid, [reached, height]] : solid;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
