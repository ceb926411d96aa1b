/** By then of its way to an annotation a visitor sees the scene as it is there: what cannot be blended changes on the way. */
export const SWITCH_SHARE = 0.5;

/** Says at which annotation a visitor sees the scene, which follows the one that is open. */
export class StopSwitch {
  readonly #onChange: (stop: string | null) => void;
  #stop: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: (stop: string | null) => void) {
    this.#onChange = onChange;
  }

  /** The annotation at which the scene is seen now, null for none. */
  get stop(): string | null {
    return this.#stop;
  }

  /** A visitor is on a way of so many seconds to an annotation, or to none. */
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
