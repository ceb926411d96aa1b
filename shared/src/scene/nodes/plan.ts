/** A point of a floor plan. */
export type PlanPoint = readonly [x: number, z: number];

/** Points at a smaller distance are treated as one, in metres. */
const SAME = 1e-6;
/** Maximum length of a mitre, in widths. */
const MITRE_LIMIT = 4;

export function dot([ax, az]: PlanPoint, [bx, bz]: PlanPoint): number {
  return ax * bx + az * bz;
}

export function opposite([x, z]: PlanPoint): PlanPoint {
  return [-x, -z];
}

/** Points without consecutive duplicates; a closed path does not repeat its first point at the end. */
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

/** Signed area of an outline in square metres; negative when it is clockwise as seen from above. */
export function areaOf(outline: readonly PlanPoint[]): number {
  return outline.reduce((sum, [x, z], i) => {
    const [nextX, nextZ] = outline[(i + 1) % outline.length] ?? [x, z];
    return sum + (z * nextX - x * nextZ) / 2;
  }, 0);
}

/**
 * Outline of a strip of `width` along a line of at least two distinct points: along one side, back along the
 * other. Corners are mitred.
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
 * Vector from a corner to the intersection of the two offset segments, at `distance` from each; at an end
 * there is only one segment.
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
    // A reversal: the strip ends here like at an end.
    return [ax * distance, az * distance];
  }
  // The cosine of the half angle is half the length of the sum.
  const reach = Math.min((distance * 2) / length, distance * MITRE_LIMIT);
  return [(sum[0] / length) * reach, (sum[1] / length) * reach];
}

/** Unit vector perpendicular to the segment between two points. */
function across([x, z]: PlanPoint, [toX, toZ]: PlanPoint): PlanPoint {
  const length = Math.hypot(toX - x, toZ - z);
  return [(z - toZ) / length, (toX - x) / length];
}

function isSame([x, z]: PlanPoint, [otherX, otherZ]: PlanPoint): boolean {
  return Math.hypot(x - otherX, z - otherZ) < SAME;
}
