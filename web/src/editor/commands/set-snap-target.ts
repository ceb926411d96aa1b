import { NO_SNAP_TARGET, snapTargetKey } from '../kernels/snap-target-key.ts';
import type { Dragging } from '../parts.ts';

/** Publishes the snap target of a drag or drawing. A step of 0 means no snapping. */
export function setSnapTarget({ snapTarget }: Dragging, numbers: readonly number[], step: number): void {
  snapTarget.value = step > 0 ? snapTargetKey(numbers) : NO_SNAP_TARGET;
}
