import { NO_SNAP_TARGET } from '../kernels/snap-target-key.ts';
import type { Dragging, UserSettings } from '../parts.ts';

/**
 * Calls `tick` whenever a drag or drawing snaps to another step or target, while the preference is on. The
 * position at the start of a drag is no snap.
 * @returns function that unsubscribes
 */
export function followSnaps(
  { snapTarget, preferences }: Dragging & UserSettings,
  tick: () => void,
): () => void {
  let before = snapTarget.value;
  return snapTarget.subscribe((now) => {
    const isStep = before !== null && now !== null && now !== NO_SNAP_TARGET && now !== before;
    before = now;
    if (isStep && preferences.values.value.isTicking) {
      tick();
    }
  });
}
