/** What is left of a promotion. */
export type TimeLeft = { days: number; hours: number; minutes: number; seconds: number };

const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/**
 * The time until a moment, in whole seconds; null once it has come.
 * @param end - milliseconds of the epoch, as is `now`
 */
export function timeLeft(end: number, now: number): TimeLeft | null {
  const total = Math.ceil((end - now) / SECOND_MS);
  if (!(total > 0)) {
    return null;
  }
  return {
    days: Math.floor(total / DAY_S),
    hours: Math.floor((total % DAY_S) / HOUR_S),
    minutes: Math.floor((total % HOUR_S) / MINUTE_S),
    seconds: total % MINUTE_S,
  };
}

/** As a countdown shows it: days, then two digits each, `3:04:05:06`. */
export function writeTimeLeft({ days, hours, minutes, seconds }: TimeLeft): string {
  return [String(days), ...[hours, minutes, seconds].map((part) => String(part).padStart(2, '0'))].join(':');
}
