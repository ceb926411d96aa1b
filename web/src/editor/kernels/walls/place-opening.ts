import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { distance, placeOn, pointOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { type OpeningPlan, openingSpan, type Span } from '@diorama/shared/scene/nodes/wall/spans.ts';
import { type Found, measuresOf, middleOf, overlaps, pieceOf, type Room, spansIn } from './opening-rooms.ts';
import type { Walls } from './walls.ts';

/** How near the cursor must be to a wall, and how near to where it would be aligned an opening must be. Metres. */
export const OPENING_SNAP = { wall: 1, align: 0.05 } as const;

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
