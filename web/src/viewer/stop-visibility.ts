/** Share of a flight to an annotation after which its visibility overrides apply, as they cannot be animated. */
export const SWITCH_SHARE = 0.5;

/** Selects the annotation whose visibility overrides apply, following the open one. */
export class StopVisibility {
  readonly #onChange: (stop: string | null) => void;
  #stop: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: (stop: string | null) => void) {
    this.#onChange = onChange;
  }

  /** Annotation whose overrides apply, null for none. */
  get stop(): string | null {
    return this.#stop;
  }

  /** Starts a flight of `seconds` to an annotation, or to none. */
  go(stop: string | null, seconds: number): void {
    clearTimeout(this.#timer);
    if (seconds === 0) {
      this.#set(stop);
    } else {
      this.#timer = setTimeout(() => this.#set(stop), seconds * SWITCH_SHARE * 1_000);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #set(stop: string | null): void {
    if (stop !== this.#stop) {
      this.#stop = stop;
      this.#onChange(stop);
    }
  }
}
