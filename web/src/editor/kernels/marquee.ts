import type { Point } from './geometry.ts';

/** Screen rectangle, in pixels. */
export type Rect = { left: number; top: number; right: number; bottom: number };

/** Marquee in CSS pixels. It selects all that it touches, or with `isWhole` all that it contains. */
export type Marquee = Rect & { isWhole: boolean };

/** Screen projection of a node: the corners of its box, or the single point of a node without one. */
export type ScreenBounds = { corners: readonly Point[]; rect: Rect };

/** Corner indices that differ by one of these bits share an edge. */
const BITS = [1, 2, 4] as const;

/**
 * Screen projection of corners; the eight corners of a box are indexed by axis bits. Null without corners.
 */
export function screenBoundsOf(corners: readonly Point[]): ScreenBounds | null {
  if (corners.length === 0) {
    return null;
  }
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const rect = {
    ...{ left: Math.min(...xs), right: Math.max(...xs) },
    ...{ top: Math.min(...ys), bottom: Math.max(...ys) },
  };
  return { corners, rect };
}

/** Whether a projection is entirely within a screen rectangle. */
export function isWithin({ rect }: ScreenBounds, { left, top, right, bottom }: Rect): boolean {
  return rect.left >= left && rect.right <= right && rect.top >= top && rect.bottom <= bottom;
}

/** Whether a projection overlaps a screen rectangle, by a separating-axis test along the box edges. */
export function isTouched(seen: ScreenBounds, part: Rect): boolean {
  const { corners, rect } = seen;
  const { left, top, right, bottom } = part;
  if (rect.right < left || rect.left > right || rect.bottom < top || rect.top > bottom) {
    return false;
  }
  const own = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
  return !edgesOf(corners).some((edge) => isParted(corners, own, { x: -edge.y, y: edge.x }));
}

/** Edge directions of a box; empty for a partial projection. */
function edgesOf(corners: readonly Point[]): Point[] {
  return corners.length < 2 ** BITS.length
    ? []
    : corners.flatMap((corner, i) =>
        BITS.flatMap((bit) => {
          const other = corners[i | bit];
          return (i & bit) === 0 && other ? [{ x: other.x - corner.x, y: other.y - corner.y }] : [];
        }),
      );
}

function isParted(some: readonly Point[], others: readonly Point[], way: Point): boolean {
  const far = (points: readonly Point[]) => points.map(({ x, y }) => x * way.x + y * way.y);
  const [a, b] = [far(some), far(others)];
  return Math.max(...a) < Math.min(...b) || Math.min(...a) > Math.max(...b);
}
