/** Tells the time; passed in wherever a rule depends on it. */
export interface Clock {
  now(): Date;
}

/** The machine's own time. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that tests move by hand. */
export interface FakeClock extends Clock {
  /** Moves the time forward by so many milliseconds. */
  advance(ms: number): void;
  set(time: Date): void;
}

/** A clock that stands still at `start` until it is moved. */
export function fakeClock(start: Date = new Date('2030-01-01T00:00:00Z')): FakeClock {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    advance: (ms) => {
      time += ms;
    },
    set: (next) => {
      time = next.getTime();
    },
  };
}
