import { isDiskFull } from '@diorama/shared/server/runtime/disk-fault.ts';
import { listenForStop } from './stop-signal.ts';

/** Exit status of a failure, and of a stop as shells have it. */
const STATUS = { failed: 1, interrupted: 130, terminated: 143 } as const;

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
        process.exit(stop.reason.message === 'SIGINT' ? STATUS.interrupted : STATUS.terminated);
      }
      console.error(sentenceOf(error));
      process.exit(STATUS.failed);
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
