import type { Editor } from '../editor.ts';
import { SMOOTHLY } from '../kernels/snap-place.ts';

/**
 * Calls `tick` whenever a drag or drawing snaps to another step or target, while the preference is on. The
 * position at the start of a drag is no snap.
 * @returns function that unsubscribes
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
