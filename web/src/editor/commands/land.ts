import type { Editor } from '../editor.ts';
import { SMOOTHLY, snapPlace } from '../kernels/snap-place.ts';

/** Tells where what is dragged or drawn has landed, by its numbers, and the step that these are drawn to, 0 for none. */
export function land({ landing }: Editor, numbers: readonly number[], step: number): void {
  landing.set(step > 0 ? snapPlace(numbers) : SMOOTHLY);
}
