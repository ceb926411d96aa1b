/** Source of the current time; injected where a rule depends on it. */
export interface Clock {
  now(): Date;
}

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that tests control. */
export interface FakeClock extends Clock {
  /** Advances the time by `ms` milliseconds. */
  advance(ms: number): void;
  set(time: Date): void;
}

/** A clock that stays at `start` until it is advanced. */
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
