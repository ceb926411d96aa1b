import type { Dragging, UserSettings } from '../parts.ts';
import { createTick } from './create-tick.ts';
import { followSnaps } from './follow-snaps.ts';

/** Plays a tick for each snap while the preference is on. @returns function that stops */
export function startTicks(editor: Dragging & UserSettings): () => void {
  const { tick, dispose } = createTick();
  const stop = followSnaps(editor, tick);
  return () => {
    stop();
    dispose();
  };
}
