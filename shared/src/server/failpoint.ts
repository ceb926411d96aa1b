/** Places between what the outside world did and what is written down of it, at which a process can be made to die. */
export const FAILPOINTS = ['after-create', 'after-charge', 'after-refund'] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

/** Kills this process at a place, as a power cut would, where that is the one that was chosen; only tests choose one. */
export function dieAt(place: Failpoint, chosen: Failpoint | null | undefined): void {
  if (place === chosen) {
    process.kill(process.pid, 'SIGKILL');
  }
}
