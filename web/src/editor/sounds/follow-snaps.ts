import type { Editor } from '../editor.ts';
import { SMOOTHLY } from '../kernels/snap-place.ts';

/**
 * Calls `tick` whenever what is dragged or drawn lands on another step, or on something it is drawn to, while the person wants
 * to hear that; returns the undoing. Where it stands as it is taken is no step.
 */
export function followSnaps(
  { landing, preferences }: Pick<Editor, 'landing' | 'preferences'>,
  tick: () => void,
): () => void {
  let before = landing.get();
  return landing.subscribe(() => {
    const now = landing.get();
    const isStep = before !== null && now !== null && now !== SMOOTHLY && now !== before;
    before = now;
    if (isStep && preferences.get().isTicking) {
      tick();
    }
  });
}
