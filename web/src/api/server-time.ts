/** A device that is off by less is taken for right: answers take a while, and their dates are whole seconds. */
const TOLERANCE_MS = 30_000;

/** How far this device's clock is behind that of the server, in milliseconds; a page has one server. */
let behindMs = 0;

/** Learns what time it is from the `Date` of an answer. */
export function hearServerTime(date: string | null): void {
  const offMs = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(offMs)) {
    behindMs = Math.abs(offMs) < TOLERANCE_MS ? 0 : offMs;
  }
}

/**
 * The time in milliseconds since 1970 by the server's clock, as far as it has answered: what the server dates is compared
 * with this, as people's devices may be years off.
 */
export function serverNow(): number {
  return Date.now() + behindMs;
}
