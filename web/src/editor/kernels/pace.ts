/** Over so many milliseconds the speed is taken: shorter jumps about, longer lies after a pause. */
const WINDOW_MS = 8_000;
/** Before so much time nobody knows. */
const ENOUGH_MS = 1_000;

type Sample = { at: number; bytes: number };

/** How fast something arrives, and when it will be here. */
export type Pace = { bytesPerSecond: number; secondsLeft: number };

/** From so many seconds on, minutes are told. */
export const MINUTES_FROM_SECONDS = 90;

/** How long something still takes, in the unit that people read it in. */
export function timeLeft({ secondsLeft }: Pace): { unit: 'Seconds' | 'Minutes'; count: number } {
  return secondsLeft < MINUTES_FROM_SECONDS
    ? { unit: 'Seconds', count: secondsLeft }
    : { unit: 'Minutes', count: Math.round(secondsLeft / 60) };
}

/** Reckons a speed from how much has arrived when. */
export class PaceMeter {
  #samples: Sample[] = [];

  /** Takes note of how many bytes are here, at a time in milliseconds. */
  note(bytes: number, at: number): void {
    this.#samples = this.#samples.filter((sample) => at - sample.at <= WINDOW_MS && sample.bytes <= bytes);
    this.#samples.push({ at, bytes });
  }

  /** Forgets what was, as after a pause. */
  reset(): void {
    this.#samples = [];
  }

  /** The pace for the rest of so many bytes; null while nobody knows. */
  read(total: number): Pace | null {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (!first || !last || last.at - first.at < ENOUGH_MS || last.bytes <= first.bytes) {
      return null;
    }
    const bytesPerSecond = ((last.bytes - first.bytes) * 1_000) / (last.at - first.at);
    return { bytesPerSecond, secondsLeft: Math.ceil((total - last.bytes) / bytesPerSecond) };
  }
}
