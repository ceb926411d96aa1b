import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

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

/** Programs of POSIX systems that start another one with a lower priority. */
const SHELL = '/bin/sh';
const NICE = ['/usr/bin/nice', '/bin/nice'].find((path) => existsSync(path));

/** From this number of steps on, Linux runs a program only where no other one wants to run. */
const IDLE_STEPS = 10;

/** Seconds between tries to change the group: without root rights Linux takes one in 100 ms on the whole machine. */
const GROUP_RETRIES = [0.1, 0.13, 0.17, 0.2];

/** A program with its arguments. */
type Command = readonly [string, ...string[]];

/**
 * Command that starts a program so that other processes run first, by steps of the nice value. All its threads
 * and its start yield too, unlike those of a process that lowers its own priority. The command must begin a session,
 * whose group yields on Linux. Null where the program yields by no step, and on systems without `nice`.
 */
export function yieldingCommand(steps: number, command: Command): [string, ...string[]] | null {
  if (NICE === undefined || steps === 0) {
    return null;
  }
  const priority = Math.min(getPriority() + steps, constants.priority.PRIORITY_LOW);
  const runWhenIdle = steps < IDLE_STEPS ? [] : ['chrt -i -p 0 $$ >/dev/null 2>&1'];
  // The program and its arguments follow the script.
  const start = `exec ${NICE} -n ${steps} "$0" "$@"`;
  return [SHELL, '-c', [...lowerGroup(priority), ...runWhenIdle, start].join('\n'), ...command];
}

/** Lines of a shell script that lower the priority of its session's group, where the system has groups. */
function lowerGroup(priority: number): string[] {
  return [
    `lower_group() { (echo ${priority} > ${GROUP_FILE}) 2>/dev/null; }`,
    `if [ -w ${GROUP_FILE} ] && ! lower_group; then`,
    `  for wait in ${GROUP_RETRIES.join(' ')}; do`,
    '    sleep $wait',
    '    lower_group && break',
    '  done',
    'fi',
  ];
}
