type Triple = readonly [number, number, number];

/** A scale with one axis changed, the others by the same factor; all get the value where there was none to go by. */
export function linkedScale(scale: Triple, axis: number, value: number): [number, number, number] {
  const before = scale[axis] ?? 0;
  if (before === 0) {
    return [value, value, value];
  }
  const factor = value / before;
  // The one that was set is exactly what was set.
  return scale.map((one, i) => (i === axis ? value : one * factor)) as [number, number, number];
}
