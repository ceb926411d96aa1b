/** Places have 24 bits in what draws them: beyond this many times its size away, a model shows that. */
const FARTHEST = 1000;

/**
 * What to take off all places of a model that stands far away from the middle, as those do whose numbers are those of a
 * map; `null` for any other. Whole numbers, so that the models of one place fit together by them.
 * @param places three numbers each.
 */
export function farOffset(places: readonly number[]): [number, number, number] | null {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  places.forEach((value, i) => {
    const axis = i % 3;
    if (Number.isFinite(value)) {
      min[axis] = Math.min(min[axis] ?? 0, value);
      max[axis] = Math.max(max[axis] ?? 0, value);
    }
  });
  const size = Math.max(...max.map((value, axis) => value - (min[axis] ?? 0)));
  const [x = 0, y = 0, z = 0] = min.map((value, axis) => {
    const middle = (value + (max[axis] ?? 0)) / 2;
    return Math.abs(middle) > size * FARTHEST ? Math.round(middle) : 0;
  });
  return size > 0 && (x !== 0 || y !== 0 || z !== 0) ? [x, y, z] : null;
}
