import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Priority of the session's group on Linux, where it counts instead of that of a process (`man 7 sched`). */
const GROUP_FILE = '/proc/self/autogroup';

/** Lets other processes of the machine run before this one and its future child processes. */
export function lowerPriority(): void {
  const priority = constants.priority.PRIORITY_BELOW_NORMAL;
  setPriority(priority);
  try {
    writeFileSync(GROUP_FILE, String(priority));
  } catch {
    // Other systems and some containers have no such groups.
  }
}
