/** Snap target of a drag without snapping. */
export const NO_SNAP_TARGET = '';

/** Precision of snap positions, per unit. */
const FINEST = 1e5;

/** Key of a snap target from the numbers of a point or matrix; equal for positions on the same step. */
export function snapTargetKey(numbers: readonly number[]): string {
  return numbers.map((value) => Math.round(value * FINEST) + 0).join();
}
