import { z } from 'zod';

/** TCP ports of a process by service. */
export type Ports = z.output<typeof Ports>;
const Ports = z.record(z.string(), z.int().min(1).max(65_535));

/** Message that a process sends to its parent once it listens. */
export const Listening = z.object({ listening: Ports });

/**
 * Reports the chosen ports to the parent process, if it has an IPC channel. The listening process chooses: a
 * port that its parent found free may be taken by the time it is used.
 */
export function reportPorts(ports: Ports): void {
  process.send?.({ listening: ports } satisfies z.input<typeof Listening>);
}
