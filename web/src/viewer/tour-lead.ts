/** What a lead goes through; asked anew at each step, as somebody may edit the scene meanwhile. */
export type TourLeadOptions = {
  /** Goes to an annotation, from 0 on. */
  open: (index: number) => void;
  count: () => number;
  /** How long the way there takes, in seconds, and how long it stays there. */
  flightTo: (index: number) => number;
  secondsAt: (index: number) => number;
  isLooped: () => boolean;
  /** It began or ended. */
  onChange: () => void;
};

/** A view comes to rest a moment after its way, in milliseconds. */
const REST_MS = 200;
/** How often it is looked whether a page that nobody sees is seen again, in milliseconds. */
const UNSEEN_MS = 1_000;

/** Leads a visitor from one annotation to the next. */
export class TourLead {
  readonly #options: TourLeadOptions;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: TourLeadOptions) {
    this.#options = options;
  }

  get isOn(): boolean {
    return this.#timer !== null;
  }

  /** Goes to an annotation and on from there. */
  start(index: number): void {
    this.stop();
    this.#goTo(index);
    this.#options.onChange();
  }

  /** Stays where it is. */
  stop(): void {
    if (this.#timer !== null) {
      clearTimeout(this.#timer);
      this.#timer = null;
      this.#options.onChange();
    }
  }

  #goTo(index: number): void {
    this.#options.open(index);
    const { flightTo, secondsAt } = this.#options;
    this.#wait(index, (flightTo(index) + secondsAt(index)) * 1_000 + REST_MS);
  }

  #wait(index: number, ms: number): void {
    this.#timer = setTimeout(() => this.#goOn(index), ms);
  }

  #goOn(index: number): void {
    const { count, isLooped } = this.#options;
    const isLast = index + 1 >= count();
    if (document.hidden) {
      this.#wait(index, UNSEEN_MS);
    } else if (count() === 0 || (isLast && !isLooped())) {
      this.stop();
    } else {
      this.#goTo(isLast ? 0 : index + 1);
    }
  }
}
