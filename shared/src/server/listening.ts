import { z } from 'zod';

/** TCP ports of a process by what is served there. */
export type Ports = z.output<typeof Ports>;
const Ports = z.record(z.string(), z.int().min(1).max(65_535));

/** What a process sends to the one that started it once it listens. */
export const Listening = z.object({ listening: Ports });

/**
 * Tells the process that started this one, if it listens for that, which ports were chosen. Who listens chooses: a port
 * that somebody else found free is free no more by the time it is used.
 */
export function tellPorts(ports: Ports): void {
  process.send?.({ listening: ports } satisfies z.input<typeof Listening>);
}
