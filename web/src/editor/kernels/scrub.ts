/** Value changed by scrubbing; `change` is called during it, then one of the other callbacks. */
type ScrubTarget = {
  value: number;
  step: number;
  change: (value: number) => void;
  commit: () => void;
  cancel: () => void;
};

/** Running horizontal drag of a number. */
export type Scrub = {
  move: (pixels: number, modifiers: { shift: boolean; alt: boolean }) => void;
  end: () => void;
  cancel: () => void;
};

/** Pixels of scrubbing for one step. */
const PIXELS_A_STEP = 2;

/**
 * Changes a number by the pointer's movement. Shift is ten times faster, Alt ten times slower. Escape is
 * captured before other listeners and reverts the change.
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
