import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Nice value: a third of the share that other busy processes get. */
const PRIORITY = 5;
/** Priority of the session's group on Linux, where it counts instead of that of a process (`man 7 sched`). */
const GROUP_FILE = '/proc/self/autogroup';

/** Lets other processes of the machine run before this one and its future child processes. */
export function lowerPriority(): void {
  setPriority(PRIORITY);
  try {
    writeFileSync(GROUP_FILE, String(PRIORITY));
  } catch {
    // Other systems and some containers have no such groups.
  }
}
