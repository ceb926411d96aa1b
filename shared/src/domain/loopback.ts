const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** Whether a host name or address is this machine's own, which no other machine reaches. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
