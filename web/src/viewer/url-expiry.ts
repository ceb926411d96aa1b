/** Minimum lifetime of a signed address, in milliseconds. */
const HOLDS_MS = 4 * 60_000;

/** Whether addresses known since a given time may have expired: those of private files are signed for minutes. */
export function areUrlsExpired(addresses: readonly (string | null | undefined)[], knownAt: number): boolean {
  return Date.now() - knownAt > HOLDS_MS && addresses.some((address) => address?.includes('?s='));
}
