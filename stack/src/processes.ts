import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process id with its start time, which distinguishes a later process with the same id. */
export type ProcessIdentity = { pid: number; startedAt: string };

const POLL_MS = 20;

/** Returns the process with that id. Null when there is none, or for a zombie, which no longer runs. */
export function identify(pid: number): (ProcessIdentity & { command: string }) | null {
  return process.platform === 'linux' ? identifyByProc(pid) : identifyByPs(pid);
}

/** Whether the recorded process still runs, not another one with the same id. */
export function isProcessRunning({ pid, startedAt }: ProcessIdentity): boolean {
  return identify(pid)?.startedAt === startedAt;
}

/**
 * Sends the signals in turn, and waits the given milliseconds after each until the process has ended.
 * @returns whether it has ended.
 */
export async function endProcess(
  target: ProcessIdentity,
  steps: readonly { signal: NodeJS.Signals; waitMs: number }[],
): Promise<boolean> {
  for (const { signal, waitMs } of steps) {
    if (!isProcessRunning(target)) {
      return true;
    }
    try {
      process.kill(target.pid, signal);
    } catch {
      return !isProcessRunning(target);
    }
    const until = Date.now() + waitMs;
    while (isProcessRunning(target) && Date.now() < until) {
      await sleep(POLL_MS);
    }
  }
  return !isProcessRunning(target);
}

function identifyByProc(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses and may contain spaces and parentheses.
    const command = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = rest;
    const startedAt = rest[19];
    return state === 'Z' || state === 'X' || startedAt === undefined ? null : { pid, startedAt, command };
  } catch {
    return null;
  }
}

function identifyByPs(pid: number) {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=,comm=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    const match = /^(\S+)\s+(\S+ \S+\s+\d+ [\d:]+ \d+)\s+(.*)$/.exec(line);
    const [, state, startedAt, command] = match ?? [];
    return state === undefined || startedAt === undefined || command === undefined || state.startsWith('Z')
      ? null
      : { pid, startedAt, command: basename(command) };
  } catch {
    return null;
  }
}
