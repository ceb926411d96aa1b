/** What a scrub changes; `change` while it lasts, then one of the others. */
export type ScrubTarget = {
  value: number;
  step: number;
  change: (value: number) => void;
  commit: () => void;
  cancel: () => void;
};

/** A number that is being dragged sideways. */
export type Scrub = {
  move: (pixels: number, modifiers: { shift: boolean; alt: boolean }) => void;
  end: () => void;
  cancel: () => void;
};

/** Pixels of scrubbing for one step. */
const PIXELS_A_STEP = 2;

/**
 * Changes a number by how far the pointer moved; Shift goes ten times as fast, Alt ten times as slowly. Escape, heard
 * before anything else hears it, takes the change back.
 */
export function startScrub(target: ScrubTarget, keys: EventTarget): Scrub {
  const listening = new AbortController();
  let moved = 0;
  const finish = (close: () => void) => {
    if (!listening.signal.aborted) {
      listening.abort();
      close();
    }
  };
  const handleKey = (event: Event) => {
    if ('key' in event && event.key === 'Escape') {
      event.preventDefault();
      event.stopImmediatePropagation();
      finish(target.cancel);
    }
  };
  keys.addEventListener('keydown', handleKey, { capture: true, signal: listening.signal });
  return {
    move: (pixels, { shift, alt }) => {
      if (listening.signal.aborted) {
        return;
      }
      moved += pixels * (shift ? 10 : alt ? 0.1 : 1);
      target.change(target.value + Math.round(moved / PIXELS_A_STEP) * target.step);
    },
    end: () => finish(target.commit),
    cancel: () => finish(target.cancel),
  };
}
