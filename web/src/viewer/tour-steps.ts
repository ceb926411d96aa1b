/** Callbacks of a playing tour; called at each step, because the scene may be edited meanwhile. */
type TourStepsOptions = {
  /** Opens an annotation, index from 0. */
  open: (index: number) => void;
  count: () => number;
  /** Duration of the flight to an annotation, in seconds, and of its stay. */
  flightTo: (index: number) => number;
  secondsAt: (index: number) => number;
  isLooped: () => boolean;
  /** Called when playing starts or stops. */
  onChange: () => void;
};

/** Extra time until the camera rests after a flight, in milliseconds. */
const REST_MS = 200;
/** Interval between checks whether a hidden page is visible again, in milliseconds. */
const UNSEEN_MS = 1_000;

/** Plays a tour from one annotation to the next. */
export class TourSteps {
  readonly #options: TourStepsOptions;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: TourStepsOptions) {
    this.#options = options;
  }

  get isOn(): boolean {
    return this.#timer !== null;
  }

  /** Starts at an annotation. */
  start(index: number): void {
    this.stop();
    this.#goTo(index);
    this.#options.onChange();
  }

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
