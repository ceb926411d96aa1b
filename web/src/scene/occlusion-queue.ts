/** Occlusion tests per frame: each casts a ray through the scene. */
const LOOKS_A_FRAME = 6;

export type OcclusionQueueOptions = {
  /** Whether an object occludes the item with this id. */
  isHidden: (id: string) => boolean;
  /** Called after each test. */
  onLooked: (id: string) => void;
};

/**
 * Tests items for occlusion, a few per frame and in separate frames: the positions of all others stay valid meanwhile.
 */
export class OcclusionQueue {
  readonly #options: OcclusionQueueOptions;
  readonly #waiting = new Set<string>();
  readonly #hidden = new Set<string>();
  #request = 0;

  constructor(options: OcclusionQueueOptions) {
    this.#options = options;
  }

  /** Result of the last test. */
  isHidden(id: string): boolean {
    return this.#hidden.has(id);
  }

  /** Queues items for a new test, after those already queued. */
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
