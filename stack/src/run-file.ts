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

/** The record of the last start; null for none and for a truncated file. */
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

/** Records the running processes. Only the file's owner may read the URLs. */
export function writeRun(dataDir: string, run: Run): void {
  const path = pathIn(dataDir);
  writeFileSync(`${path}.new`, JSON.stringify(run, null, 2), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

export function removeRun(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true });
}

/** The identity of a running process. @throws Error when it has ended already. */
export function identityOf(pid: number): z.output<typeof Identity> {
  const identity = identify(pid);
  if (!identity) {
    throw new Error(`The process ${pid} has ended`);
  }
  return { pid, startedAt: identity.startedAt };
}

/**
 * Ends the processes left by a killed start. A pid that was reused by another program is left alone.
 * @returns the names of the ended processes.
 * @throws Error when the data folder belongs to a running start.
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
