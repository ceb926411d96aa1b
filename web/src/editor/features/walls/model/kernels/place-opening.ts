import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { distance, placeOn, pointOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { type OpeningPlan, openingSpan, type Span } from '@diorama/shared/scene/nodes/wall/spans.ts';
import { roundMeasure } from '../../../../kernels/round-measure.ts';
import {
  type AdjoiningRoom,
  type Found,
  measuresOf,
  middleOf,
  overlaps,
  pieceOf,
  spansIn,
} from './opening-rooms.ts';
import type { Walls } from './walls.ts';

/** Snap distances: from the cursor to a wall, and from an opening to an alignment. Metres. */
const OPENING_SNAP = { wall: 1, align: 0.05 } as const;

/** Default sill height above the wall's base, in metres. */
export const OPENING_SILL = { door: 0, window: 0.9, hole: 0 } as const satisfies Record<
  OpeningPlan['type'],
  number
>;

/**
 * Opening that is being placed. `at` is the cursor on the plan; `moving` is the id of a moved opening, which
 * does not block itself. `isFree` disables alignment and refusal.
 */
type Placing = {
  there: Walls;
  at: PlanPoint;
  opening: Omit<OpeningPlan, 'offset'>;
  moving?: string;
  isFree?: boolean;
};

/** Alignment with the height of another opening. */
type Alignment = 'sill' | 'center' | 'top';

/** Place of an opening. `gaps` are the distances in metres to the neighbours or to the wall's ends. */
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

/**
 * Places an opening in the nearest wall, as near to the cursor as it fits; null without a near wall or
 * room.
 */
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
    props: { ...wanted, ...measuresOf(span) },
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

/** Sill at which a window's bottom, middle or top is level with that of another opening; the nearest one. */
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
  // Rounded to micrometres, so that equal distances keep their order.
  const away = ({ sill }: { sill: number }) => roundMeasure(Math.abs(sill - opening.sill));
  const near = candidates.filter((candidate) => candidate.sill >= 0 && away(candidate) <= OPENING_SNAP.align);
  return near.toSorted((a, b) => away(a) - away(b))[0] ?? null;
}

/** Offset with equal gaps on both sides, or null if it is not near. */
function evenOffset(span: Span, others: readonly Span[], room: AdjoiningRoom): number | null {
  if (others.some((other) => overlaps(span, other))) {
    return null;
  }
  const { before, after } = gapsOf(span, others, room);
  const aside = (after - before) / 2;
  return Math.abs(aside) <= OPENING_SNAP.align ? middleOf(span) + aside : null;
}

function gapsOf(span: Span, others: readonly Span[], room: AdjoiningRoom): { before: number; after: number } {
  const middle = middleOf(span);
  const left = others.filter((other) => middleOf(other) < middle).map(({ to }) => to);
  const right = others.filter((other) => middleOf(other) >= middle).map(({ from }) => from);
  return { before: span.from - Math.max(room.from, ...left), after: Math.min(room.to, ...right) - span.to };
}
