import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { distance, placeOn, pointOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { lineCrossings } from './line-crossings.ts';
import { type DraftWall, ENDS } from './walls.ts';

/** Snap distances of the cursor in metres, and the angle step in radians of rays from a wall's start. */
const WALL_SNAP = {
  endpoint: 0.7,
  midpoint: 0.5,
  crossing: 0.5,
  body: 0.35,
  closure: 0.05,
  ray: Math.PI / 12,
} as const;

/** Snap modes, in the order of the toggle. */
export const SNAP_MODES = ['grid', 'lines', 'angles', 'off'] as const;
export type SnapMode = (typeof SNAP_MODES)[number];

/** Grid steps in metres, in the order of the toggle. */
export const SNAP_STEPS = [0.5, 0.25, 0.1, 0.05] as const;

/**
 * Only `lines` attracts from a distance. The other modes still join what the cursor nearly touches, so that
 * rooms close.
 */
const MODES = {
  grid: { isMagnetic: false, base: 'grid' },
  lines: { isMagnetic: true, base: 'ray' },
  angles: { isMagnetic: false, base: 'ray' },
  off: { isMagnetic: false, base: 'free' },
} as const satisfies Record<SnapMode, { isMagnetic: boolean; base: 'grid' | 'ray' | 'free' }>;

/** `from` is the start of the drawn wall; `length` is the typed length in metres. */
type Cursor = {
  raw: PlanPoint;
  from: PlanPoint | null;
  length?: number | null;
  mode: SnapMode;
  step: number;
  isBypassed?: boolean;
  walls: ReadonlyMap<string, DraftWall>;
};

/** Snapped cursor position, the reason, and the wall it snapped to. */
export type SnappedCursor = { point: PlanPoint; kind: PlanSnapKind; wall: string | null };
export type PlanSnapKind = 'endpoint' | 'midpoint' | 'crossing' | 'body' | 'grid' | 'ray' | 'free' | 'typed';

/** Next value of a cyclic list. */
export function nextOf<T>(all: readonly [T, ...T[]], now: T): T {
  return all[(all.indexOf(now) + 1) % all.length] ?? all[0];
}

/** Snapped position of the next click. A typed length has priority, then near targets by kind. */
export function snapCursor(cursor: Cursor): SnappedCursor {
  const snapped = snapFreely(cursor);
  const { from, length } = cursor;
  if (!from || !length) {
    return snapped;
  }
  const toward = distance(from, snapped.point) > 0 ? snapped.point : cursor.raw;
  const far = distance(from, toward);
  const along: PlanPoint = far > 0 ? [(toward[0] - from[0]) / far, (toward[1] - from[1]) / far] : [1, 0];
  return { point: [from[0] + along[0] * length, from[1] + along[1] * length], kind: 'typed', wall: null };
}

/** Corner of a room at typed side lengths along X and Z, measured from the start. */
export function snapCorner(
  corner: SnappedCursor,
  from: PlanPoint,
  lengths: readonly [number | null, number | null],
): SnappedCursor {
  if (lengths.every((length) => length === null)) {
    return corner;
  }
  const [x, z] = [0, 1].map((i) => {
    const [at, start, length] = [corner.point[i] ?? 0, from[i] ?? 0, lengths[i] ?? null];
    return length === null ? at : start + (at < start ? -length : length);
  });
  return { point: [x ?? 0, z ?? 0], kind: 'typed', wall: null };
}

function snapFreely(cursor: Cursor): SnappedCursor {
  const { isMagnetic, base } = cursor.isBypassed ? MODES.off : MODES[cursor.mode];
  const { raw, walls } = cursor;
  const end = nearest(raw, endsOf(walls), isMagnetic ? WALL_SNAP.endpoint : WALL_SNAP.closure);
  if (end) {
    return end;
  }
  const between = isMagnetic
    ? nearest(raw, [...middlesOf(walls), ...crossingsOf(walls, raw)], WALL_SNAP.midpoint)
    : null;
  if (between) {
    return between;
  }
  const based = atBase(cursor, base);
  const near = isMagnetic ? WALL_SNAP.body : WALL_SNAP.closure;
  return nearest(based.point, bodiesAt(walls, based.point), near) ?? based;
}

function atBase({ raw, from, step }: Cursor, base: 'grid' | 'ray' | 'free'): SnappedCursor {
  if (base === 'free') {
    return { point: raw, kind: 'free', wall: null };
  }
  if (base === 'grid' || !from) {
    return { point: [stepped(raw[0], step), stepped(raw[1], step)], kind: 'grid', wall: null };
  }
  const [dx, dz] = [raw[0] - from[0], raw[1] - from[1]];
  const angle = Math.round(Math.atan2(dz, dx) / WALL_SNAP.ray) * WALL_SNAP.ray;
  const [x, z] = [Math.cos(angle), Math.sin(angle)];
  const far = stepped(Math.max(dx * x + dz * z, 0), step);
  return { point: [from[0] + x * far, from[1] + z * far], kind: 'ray', wall: null };
}

function stepped(value: number, step: number): number {
  return step > 0 ? Math.round(value / step) * step + 0 : value;
}

function nearest(at: PlanPoint, candidates: readonly SnappedCursor[], reach: number): SnappedCursor | null {
  let best: SnappedCursor | null = null;
  for (const candidate of candidates) {
    const away = distance(candidate.point, at);
    if (away <= reach && (!best || away < distance(best.point, at))) {
      best = candidate;
    }
  }
  return best;
}

function endsOf(walls: ReadonlyMap<string, DraftWall>): SnappedCursor[] {
  return [...walls].flatMap(([wall, plan]) =>
    ENDS.map((end) => ({ point: plan[end], kind: 'endpoint' as const, wall })),
  );
}

function middlesOf(walls: ReadonlyMap<string, DraftWall>): SnappedCursor[] {
  return [...walls].flatMap(([wall, plan]) => {
    const line = wallLine(plan);
    return line ? [{ point: pointOn(line, line.length / 2, 0), kind: 'midpoint' as const, wall }] : [];
  });
}

/** Crossings of wall lines near the cursor. */
function crossingsOf(walls: ReadonlyMap<string, DraftWall>, raw: PlanPoint): SnappedCursor[] {
  const near = bodiesAt(walls, raw).flatMap(({ point, wall }) => {
    const plan = wall === null ? undefined : walls.get(wall);
    const line = plan && wallLine(plan);
    return line && distance(point, raw) <= WALL_SNAP.crossing ? [{ wall, line }] : [];
  });
  return near.flatMap(({ wall, line }, i) =>
    near
      .slice(i + 1)
      .flatMap(({ line: other }) =>
        lineCrossings(line, other).map((point) => ({ point, kind: 'crossing' as const, wall })),
      ),
  );
}

/** Nearest point on every wall's line. */
function bodiesAt(walls: ReadonlyMap<string, DraftWall>, at: PlanPoint): SnappedCursor[] {
  return [...walls].flatMap(([wall, plan]): SnappedCursor[] => {
    const line = wallLine(plan);
    if (!line) {
      return [];
    }
    const far = Math.min(Math.max(placeOn(line, at).far, 0), line.length);
    return [{ point: pointOn(line, far, 0), kind: 'body', wall }];
  });
}
