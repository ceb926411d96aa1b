/** The nearest multiple of a step; a step of 0 leaves the value as it is. */
export function snapTo(value: number, step: number): number {
  return step === 0 ? value : Math.round(value / step) * step;
}
