/** Rounds to a number of decimal places; adding 0 turns −0 into 0. */
export function roundTo(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale + 0;
}

/** Rounds a stored measure to whole micrometres. */
export function roundMeasure(value: number): number {
  return roundTo(value, 6);
}
