import type { Editor } from '../editor.ts';
import { SMOOTHLY, snapPlace } from '../kernels/snap-place.ts';

/** Publishes the snap target of a drag or drawing. A step of 0 means no snapping. */
export function land({ landing }: Editor, numbers: readonly number[], step: number): void {
  landing.set(step > 0 ? snapPlace(numbers) : SMOOTHLY);
}
