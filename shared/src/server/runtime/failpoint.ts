/** Points between an external effect and its record, at which tests can kill a process. */
export const FAILPOINTS = ['after-create', 'after-charge', 'after-refund'] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

/**
 * Kills this process at a failpoint, like a power cut, if it is the configured one; only tests configure one.
 */
export function crashAt(place: Failpoint, chosen: Failpoint | null | undefined): void {
  if (place === chosen) {
    process.kill(process.pid, 'SIGKILL');
  }
}
