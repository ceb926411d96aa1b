import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { endProcess, identify, isRunning } from './processes.ts';

const Identity = z.object({ pid: z.int(), startedAt: z.string() });
const Run = z.object({
  stack: Identity,
  /** By name. */
  processes: z.record(z.string(), Identity),
  addresses: z.object({
    web: z.string(),
    database: z.string().nullable(),
    mailbox: z.string().nullable(),
  }),
});
/** What runs on a data folder, as written there for the next start and for tests. */
export type Run = z.output<typeof Run>;

const END_STEPS = [
  { signal: 'SIGTERM', waitMs: 3_000 },
  { signal: 'SIGKILL', waitMs: 1_000 },
] as const;

const pathIn = (dataDir: string) => join(dataDir, 'run.json');

/** What the last start wrote down, or null; a file that was cut off in the middle says nothing. */
export function readRun(dataDir: string): Run | null {
  const path = pathIn(dataDir);
  if (!existsSync(path)) {
    return null;
  }
  try {
    return Run.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Writes down what runs; only its owner may read the addresses. */
export function writeRun(dataDir: string, run: Run): void {
  const path = pathIn(dataDir);
  writeFileSync(`${path}.new`, JSON.stringify(run, null, 2), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

export function removeRun(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true });
}

/** Our own entry for a process that runs. @throws Error when it has ended already. */
export function identityOf(pid: number): z.output<typeof Identity> {
  const identity = identify(pid);
  if (!identity) {
    throw new Error(`The process ${pid} has ended`);
  }
  return { pid, startedAt: identity.startedAt };
}

/**
 * Ends the processes that a killed start left behind. A number that has passed on to another program is left alone.
 * @returns the names of those it ended.
 * @throws Error when the data folder belongs to a start that is still there.
 */
export async function endLeftovers(dataDir: string): Promise<string[]> {
  const last = readRun(dataDir);
  if (!last) {
    return [];
  }
  if (isRunning(last.stack)) {
    throw new Error(`Diorama already runs on ${dataDir} (process ${last.stack.pid})`);
  }
  const left = Object.entries(last.processes).filter(([, identity]) => isRunning(identity));
  await Promise.all(left.map(([, identity]) => endProcess(identity, END_STEPS)));
  return left.map(([name]) => name);
}
