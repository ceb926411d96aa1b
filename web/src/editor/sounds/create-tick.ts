/** How long a tick is heard, in seconds, how high it is, in hertz, and how loud, as a share. */
const TICK = { seconds: 0.03, hertz: 1_900, gain: 0.08 } as const;
/** How long a device shakes that can, in milliseconds. */
const SHAKE_MS = 4;

/** Ticks, and gives back what that takes, of which a page may have few. */
export type Tick = { tick: () => void; dispose: () => void };

/**
 * Makes what gives a soft tick, and a short shake where fingers point. What sounds is made at the first tick, as browsers let
 * pages sound only once somebody has pressed something, and few want to hear it; where nothing can sound it is silent.
 */
export function createTick(): Tick {
  let context: AudioContext | null = null;
  const tick = () => {
    if (matchMedia('(pointer: coarse)').matches) {
      // Not every browser shakes, whatever its types say.
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
    // It rejects only where it is closed already.
    void context?.close();
    context = null;
  };
  return { tick, dispose };
}
