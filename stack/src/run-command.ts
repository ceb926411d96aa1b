import { isDiskFull } from '@diorama/shared/server/runtime/disk-fault.ts';
import { listenForStop } from './stop-signal.ts';

const FAILED = 1;
/** Exit status of a stop, as shells have it. The end of a parent counts as a hang-up. */
const STATUS_OF: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143 };
const HUNG_UP = 129;

/**
 * Runs a command, and ends the process with its status.
 * @param act - receives the signal on which it should close what it has opened, and reject
 */
export function runCommand(act: (stop: AbortSignal) => Promise<number>): void {
  const stop = listenForStop();
  act(stop).then(
    (status) => process.exit(status),
    (error) => {
      if (stop.aborted) {
        console.error(`Stopped (${stop.reason.message})`);
        process.exit(STATUS_OF[stop.reason.message] ?? HUNG_UP);
      }
      console.error(sentenceOf(error));
      process.exit(FAILED);
    },
  );
}

/** One sentence about a failure. */
function sentenceOf(error: unknown): string {
  if (isDiskFull(error)) {
    return 'The disk is full. What was there before is unchanged: make room and try again';
  }
  return error instanceof Error ? error.message : String(error);
}
