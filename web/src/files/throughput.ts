/**
 * Averaging window of the speed in milliseconds: a shorter one fluctuates, a longer one is wrong after a
 * pause.
 */
const WINDOW_MS = 8_000;
/** Smallest measured time for an estimate, in milliseconds. */
const ENOUGH_MS = 1_000;

type Sample = { at: number; bytes: number };

/** Transfer speed and remaining time. */
export type Throughput = { bytesPerSecond: number; secondsLeft: number };

/** Threshold in seconds from which minutes are shown. */
export const MINUTES_FROM_SECONDS = 90;

/** Remaining time in the displayed unit. */
export function uploadTimeLeft({ secondsLeft }: Throughput): { unit: 'Seconds' | 'Minutes'; count: number } {
  return secondsLeft < MINUTES_FROM_SECONDS
    ? { unit: 'Seconds', count: secondsLeft }
    : { unit: 'Minutes', count: Math.round(secondsLeft / 60) };
}

/** Measures the transfer speed from progress samples. */
export class ThroughputMeter {
  #samples: Sample[] = [];

  /** Records the transferred bytes at a time in milliseconds. */
  note(bytes: number, at: number): void {
    this.#samples = this.#samples.filter((sample) => at - sample.at <= WINDOW_MS && sample.bytes <= bytes);
    this.#samples.push({ at, bytes });
  }

  /** Discards all samples, as after a pause. */
  reset(): void {
    this.#samples = [];
  }

  /** Estimate for the rest of `total` bytes; null without enough samples. */
  read(total: number): Throughput | null {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (!first || !last || last.at - first.at < ENOUGH_MS || last.bytes <= first.bytes) {
      return null;
    }
    const bytesPerSecond = ((last.bytes - first.bytes) * 1_000) / (last.at - first.at);
    return { bytesPerSecond, secondsLeft: Math.ceil((total - last.bytes) / bytesPerSecond) };
  }
}
