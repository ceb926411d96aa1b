/** A point of a plan. */
export type PlanPoint = readonly [x: number, z: number];

/** Points nearer to each other than this are one, in metres. */
const SAME = 1e-6;
/** A corner is not drawn out further than so many widths, however sharp it is. */
const MITRE_LIMIT = 4;

/** The points without repetitions; a closed path does not repeat its first one at its end. */
export function distinctPoints(points: readonly PlanPoint[], closed: boolean): PlanPoint[] {
  const kept = points.filter((point, i) => {
    const before = points[i - 1];
    return before === undefined || !isSame(point, before);
  });
  const [first] = kept;
  const last = kept.at(-1);
  const isRepeated = closed && kept.length > 1 && first && last && isSame(first, last);
  return isRepeated ? kept.slice(0, -1) : kept;
}

/** The area that an outline goes round, in square metres; it is less than nothing when that is clockwise as seen from above. */
export function areaOf(outline: readonly PlanPoint[]): number {
  return outline.reduce((sum, [x, z], i) => {
    const [nextX, nextZ] = outline[(i + 1) % outline.length] ?? [x, z];
    return sum + (z * nextX - x * nextZ) / 2;
  }, 0);
}

/**
 * The outline of a strip of `width` along a line of at least two distinct points: one side there, the other side back.
 * Corners are mitred.
 */
export function stripOutline(points: readonly PlanPoint[], width: number): PlanPoint[] {
  const sides = points.map((point, i) => {
    const [x, z] = point;
    const [dx, dz] = mitreAt(points[i - 1], point, points[i + 1], width / 2);
    return { left: [x + dx, z + dz] as const, right: [x - dx, z - dz] as const };
  });
  return [...sides.map(({ left }) => left), ...sides.map(({ right }) => right).reverse()];
}

/**
 * The way from a corner to where the sides that run beside its two parts meet, `distance` from each of them; at an end
 * there is but one part.
 */
export function mitreAt(
  before: PlanPoint | undefined,
  point: PlanPoint,
  after: PlanPoint | undefined,
  distance: number,
): PlanPoint {
  const into = before && across(before, point);
  const out = after && across(point, after);
  const [ax, az] = into ?? out ?? [0, 0];
  const [bx, bz] = out ?? into ?? [0, 0];
  const sum: PlanPoint = [ax + bx, az + bz];
  const length = Math.hypot(...sum);
  if (length < SAME) {
    // It turns right back: the strip ends here as it would at an end.
    return [ax * distance, az * distance];
  }
  // The half angle's cosine is half the sum's length.
  const reach = Math.min((distance * 2) / length, distance * MITRE_LIMIT);
  return [(sum[0] / length) * reach, (sum[1] / length) * reach];
}

/** The direction of length 1 across the way from one point to another. */
function across([x, z]: PlanPoint, [toX, toZ]: PlanPoint): PlanPoint {
  const length = Math.hypot(toX - x, toZ - z);
  return [(z - toZ) / length, (toX - x) / length];
}

function isSame([x, z]: PlanPoint, [otherX, otherZ]: PlanPoint): boolean {
  return Math.hypot(x - otherX, z - otherZ) < SAME;
}
