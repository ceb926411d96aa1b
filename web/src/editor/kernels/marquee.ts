import type { Point } from './geometry.ts';

/** A part of a screen, in pixels. */
export type Rect = { left: number; top: number; right: number; bottom: number };

/** Where something is seen: the corners of its box, or the one point of what has none. */
export type Seen = { corners: readonly Point[]; rect: Rect };

/** Corners of a box whose numbers differ by one of these bits are joined by an edge. */
const BITS = [1, 2, 4] as const;

/** What is seen by some corners; of a box all eight, numbered by the bits of their axes. Null for none. */
export function seenAs(corners: readonly Point[]): Seen | null {
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

/** Whether all of what is seen lies in a part of the screen. */
export function isWithin({ rect }: Seen, { left, top, right, bottom }: Rect): boolean {
  return rect.left >= left && rect.right <= right && rect.top >= top && rect.bottom <= bottom;
}

/** Whether anything of what is seen lies in a part of the screen: no line along an edge of its box parts the two. */
export function isTouched(seen: Seen, part: Rect): boolean {
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

/** The ways of the edges of a box; of what is seen in part there are none. */
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
