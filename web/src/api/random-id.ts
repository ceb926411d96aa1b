/**
 * Returns 128 random bits as text. `crypto.randomUUID` is missing on plain http addresses, such as one on the local
 * network, where Diorama must work.
 */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** A random uuid (version 4). */
export function randomUuid(): string {
  const id = randomId();
  const parts = [
    id.slice(0, 8),
    id.slice(8, 12),
    `4${id.slice(13, 16)}`,
    `8${id.slice(17, 20)}`,
    id.slice(20),
  ];
  return parts.join('-');
}

/** Begins a trace with a change, as a W3C `traceparent`. An installation that collects spans continues it. */
export function newTraceparent(): string {
  return `00-${randomId()}-${randomId().slice(0, 16)}-01`;
}
