/** Time after which waiting work goes before all other, in milliseconds. */
const PATIENCE_MS = 20_000;

/** When work has its turn: `first` before `soon`, and that before `later`. */
export type Urgency = 'first' | 'soon' | 'later';

const ORDER: readonly Urgency[] = ['first', 'soon', 'later'];

type Waiting = { urgency: Urgency; since: number; start: () => void };

/** Turns of work that is done one after the other. */
export class DrawingTurns {
  readonly #waiting: Waiting[] = [];
  #isTaken = false;

  /** Runs work in its turn. Work that has waited for long goes before all other. */
  async run<Result>(work: () => Promise<Result>, urgency: Urgency = 'soon'): Promise<Result> {
    if (this.#isTaken) {
      const { promise, resolve: start } = Promise.withResolvers<void>();
      this.#waiting.push({ urgency, since: Date.now(), start });
      await promise;
    }
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      this.#passOn();
    }
  }

  /** Gives the turn to the next work, if any waits. */
  #passOn(): void {
    const rankOf = ({ urgency, since }: Waiting) =>
      Date.now() - since > PATIENCE_MS ? -1 : ORDER.indexOf(urgency);
    const [next] = this.#waiting.toSorted((a, b) => rankOf(a) - rankOf(b));
    if (next) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.start();
    } else {
      this.#isTaken = false;
    }
  }
}
