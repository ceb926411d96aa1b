/** For how long an address that is signed surely holds, in milliseconds. */
const HOLDS_MS = 4 * 60_000;

/** Whether some addresses, known since a moment, may have ended: those of what not everybody may see are signed, for minutes. */
export function areAddressesOld(addresses: readonly (string | null | undefined)[], knownAt: number): boolean {
  return Date.now() - knownAt > HOLDS_MS && addresses.some((address) => address?.includes('?s='));
}
