/**
 * Returns 128 random bits as text. `crypto.randomUUID` is missing on plain http addresses, such as one on the local
 * network, where Diorama must work.
 */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Begins a trace with a change, as a W3C `traceparent`. An installation that collects spans continues it. */
export function newTraceparent(): string {
  return `00-${randomId()}-${randomId().slice(0, 16)}-01`;
}
