import { NO_SNAP_TARGET } from '../kernels/snap-target-key.ts';
import type { Dragging, UserSettings } from '../parts.ts';

/** Duration of a tick in seconds, its frequency in hertz, and its gain. */
const TICK = { seconds: 0.03, hertz: 1_900, gain: 0.08 } as const;

/** Vibration time in milliseconds. */
const SHAKE_MS = 4;

/** Plays a tick for each snap while the preference is on. @returns function that stops */
export function startTicks(editor: Dragging & UserSettings): () => void {
  const { tick, dispose } = createTick();
  const stop = followSnaps(editor, tick);
  return () => {
    stop();
    dispose();
  };
}

/** Plays a tick, and releases the audio context, of which a page may have few. */
type Tick = { tick: () => void; dispose: () => void };

/**
 * Creates a soft tick sound, with a short vibration on touch devices. The audio context is created at the
 * first tick, as browsers require a user gesture and few users enable ticks. Silent without Web Audio.
 */
export function createTick(): Tick {
  let context: AudioContext | null = null;
  const tick = () => {
    if (matchMedia('(pointer: coarse)').matches) {
      // Not every browser implements `vibrate`, despite its types.
      (navigator as Partial<Navigator>).vibrate?.(SHAKE_MS);
    }
    if (typeof AudioContext === 'undefined') {
      return;
    }
    context ??= new AudioContext();
    const at = context.currentTime;
    const tone = new OscillatorNode(context, { type: 'triangle', frequency: TICK.hertz });
    const gain = new GainNode(context, { gain: TICK.gain });
    gain.gain.setValueAtTime(TICK.gain, at);
    gain.gain.exponentialRampToValueAtTime(1e-4, at + TICK.seconds);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + TICK.seconds);
  };
  const dispose = () => {
    // Rejects only if the context is already closed.
    void context?.close();
    context = null;
  };
  return { tick, dispose };
}

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
