import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { endProcess, identify, isProcessRunning } from './processes.ts';

/** A process in a file. */
export const Identity = z.object({ pid: z.int(), startedAt: z.string() });
const Run = z.object({
  stack: Identity,
  /** Process identities by name. */
  processes: z.record(z.string(), Identity),
  addresses: z.object({ web: z.string(), database: z.string().nullable(), mailbox: z.string().nullable() }),
});
/** The processes and addresses on a data folder, stored there for the next start and for tests. */
export type Run = z.output<typeof Run>;

const END_STEPS = [
  { signal: 'SIGTERM', waitMs: 3_000 },
  { signal: 'SIGKILL', waitMs: 1_000 },
] as const;

const pathIn = (dataDir: string) => join(dataDir, 'run.json');

/** Reads the record of the last start. Null when it is missing or truncated. */
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

/** Stores the run. Only its owner may read the addresses. */
export function writeRun(dataDir: string, run: Run): void {
  const path = pathIn(dataDir);
  writeFileSync(`${path}.new`, JSON.stringify(run, null, 2), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

export function removeRun(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true });
}

/** The identity of a running process. @throws Error when it has already ended. */
export function identityOf(pid: number): z.output<typeof Identity> {
  const identity = identify(pid);
  if (!identity) {
    throw new Error(`The process ${pid} has ended`);
  }
  return { pid, startedAt: identity.startedAt };
}

/**
 * Stops the processes that a killed start left behind. A process id that now belongs to another program is
 * left alone.
 * @returns the names of the stopped processes.
 * @throws Error when another start still uses the data folder.
 */
export async function endStaleProcesses(dataDir: string): Promise<string[]> {
  const last = readRun(dataDir);
  if (!last) {
    return [];
  }
  if (isProcessRunning(last.stack)) {
    throw new Error(`Diorama already runs on ${dataDir} (process ${last.stack.pid})`);
  }
  const left = Object.entries(last.processes).filter(([, identity]) => isProcessRunning(identity));
  await Promise.all(left.map(([, identity]) => endProcess(identity, END_STEPS)));
  return left.map(([name]) => name);
}
