/** Rounds a stored measure to whole micrometres; adding 0 turns −0 into 0. */
export function roundMeasure(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}
