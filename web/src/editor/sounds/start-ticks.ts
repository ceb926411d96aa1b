import type { Editor } from '../editor.ts';
import { createTick } from './create-tick.ts';
import { followSnaps } from './follow-snaps.ts';

/** Lets a person who wants that hear each step that something snaps to; returns the undoing. */
export function startTicks(editor: Editor): () => void {
  const { tick, dispose } = createTick();
  const stop = followSnaps(editor, tick);
  return () => {
    stop();
    dispose();
  };
}
