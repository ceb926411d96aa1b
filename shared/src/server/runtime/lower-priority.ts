import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Nice value of workers: a third of the share that other busy processes get. */
const WORKER = 5;
/** Priority of the session's group on Linux, where it counts instead of that of a process (`man 7 sched`). */
const GROUP_FILE = '/proc/self/autogroup';

/** Lets other processes of the machine run before this one and its future child processes. */
export function lowerPriority(): void {
  setPriority(Math.max(getPriority(), WORKER));
  try {
    writeFileSync(GROUP_FILE, String(WORKER));
  } catch {
    // Other systems and some containers have no such groups.
  }
}

/** Steps of the nice value by which work yields to other work of the same worker. */
export const YIELDING_STEPS = 5;
const LOWEST = 19;

/** Lets the other processes of a worker run before this one. No privilege can raise it again. */
export function yieldToSiblings(): void {
  setPriority(Math.min(getPriority() + YIELDING_STEPS, LOWEST));
}
