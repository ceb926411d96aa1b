/** How many points are looked behind at a frame: each costs a ray through the scene. */
const LOOKS_A_FRAME = 6;

export type LookBehindOptions = {
  /** Whether something stands before what has an id. */
  isHidden: (id: string) => boolean;
  /** Hears of each that was looked behind. */
  onLooked: (id: string) => void;
};

/**
 * Finds out what hides behind something, a few at a frame and in frames of its own: where all the others are seen needs no
 * new reckoning for that.
 */
export class LookBehind {
  readonly #options: LookBehindOptions;
  readonly #waiting = new Set<string>();
  readonly #hidden = new Set<string>();
  #request = 0;

  constructor(options: LookBehindOptions) {
    this.#options = options;
  }

  /** What was found when it was last looked. */
  isHidden(id: string): boolean {
    return this.#hidden.has(id);
  }

  /** Has some looked behind anew, after those that wait already. */
  ask(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#waiting.add(id);
    }
    if (this.#waiting.size > 0) {
      this.#request ||= requestAnimationFrame(() => this.#look());
    }
  }

  dispose(): void {
    cancelAnimationFrame(this.#request);
  }

  #look(): void {
    this.#request = 0;
    for (const id of [...this.#waiting].slice(0, LOOKS_A_FRAME)) {
      this.#waiting.delete(id);
      if (this.#options.isHidden(id)) {
        this.#hidden.add(id);
      } else {
        this.#hidden.delete(id);
      }
      this.#options.onLooked(id);
    }
    this.ask([]);
  }
}
