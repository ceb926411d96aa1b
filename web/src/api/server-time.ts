/** Smaller differences count as none: answers take a while, and their dates are whole seconds. */
const TOLERANCE_MS = 30_000;

/** Offset of this device's clock behind the server's, in milliseconds; a page has one server. */
let behindMs = 0;

/** Sets the clock offset from the `Date` header of an answer. */
export function recordServerTime(date: string | null): void {
  const offMs = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(offMs)) {
    behindMs = Math.abs(offMs) < TOLERANCE_MS ? 0 : offMs;
  }
}

/**
 * Current time of the server's clock in milliseconds since 1970, as far as it is known. Dates from the server are
 * compared with it, as devices may be years off.
 */
export function serverNow(): number {
  return Date.now() + behindMs;
}
