import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Identity of a process: its start time distinguishes it from a later one with the same pid. */
export type ProcessIdentity = { pid: number; startedAt: string };

const POLL_MS = 20;

/** The process with that pid; null for none, and for a zombie, which has ended. */
export function identify(pid: number): (ProcessIdentity & { command: string }) | null {
  return process.platform === 'linux' ? identifyByProc(pid) : identifyByPs(pid);
}

/** Whether the recorded process still runs. */
export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  return identify(pid)?.startedAt === startedAt;
}

/**
 * Sends each signal in turn and waits for so many milliseconds after each until the process is gone.
 * @returns whether it is gone.
 */
export async function endProcess(
  target: ProcessIdentity,
  steps: readonly { signal: NodeJS.Signals; waitMs: number }[],
): Promise<boolean> {
  for (const { signal, waitMs } of steps) {
    if (!isRunning(target)) {
      return true;
    }
    try {
      process.kill(target.pid, signal);
    } catch {
      return !isRunning(target);
    }
    const until = Date.now() + waitMs;
    while (isRunning(target) && Date.now() < until) {
      await sleep(POLL_MS);
    }
  }
  return !isRunning(target);
}

function identifyByProc(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in brackets and may itself hold spaces and brackets.
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
