const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** Whether a host name or address is a loopback one, which other machines cannot reach. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
