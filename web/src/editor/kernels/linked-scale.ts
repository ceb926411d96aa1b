type Triple = readonly [number, number, number];

/**
 * Scale with one axis changed and the others multiplied by the same factor. A zero axis sets all to the
 * value.
 */
export function linkedScale(scale: Triple, axis: number, value: number): [number, number, number] {
  const before = scale[axis] ?? 0;
  if (before === 0) {
    return [value, value, value];
  }
  const factor = value / before;
  // The changed axis gets the exact value.
  return scale.map((one, i) => (i === axis ? value : one * factor)) as [number, number, number];
}
