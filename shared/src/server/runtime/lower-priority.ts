import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Nice value of workers: a third of the share that other busy processes get. */
const WORKER = 5;
/** Priority of the session's group on Linux, where it counts instead of that of a process (`man 7 sched`). */
const GROUP_FILE = '/proc/self/autogroup';

/** Threads of this process on Linux, where a priority is that of a thread. */
const THREADS = '/proc/self/task';

/** Lets other processes of the machine run before this one and its future child processes. */
export function lowerPriority(): void {
  const priority = Math.max(getPriority(), WORKER);
  for (const thread of existsSync(THREADS) ? readdirSync(THREADS) : [0]) {
    try {
      setPriority(Number(thread), priority);
    } catch {
      // The thread has ended, or yields more already.
    }
  }
  try {
    writeFileSync(GROUP_FILE, String(WORKER));
  } catch {
    // Other systems and some containers have no such groups.
  }
}

/** Program of POSIX systems that starts another one with a lower priority. */
const NICE = ['/usr/bin/nice', '/bin/nice'].find((path) => existsSync(path));

/**
 * Command that starts a program so that other processes run first, by steps of the nice value. All its threads
 * and its start yield too, unlike those of a process that lowers its own priority. Systems without `nice` run it
 * as it is.
 */
export function yieldingCommand(
  steps: number,
  command: readonly [string, ...string[]],
): [string, ...string[]] {
  return NICE === undefined || steps === 0 ? [...command] : [NICE, '-n', String(steps), ...command];
}
