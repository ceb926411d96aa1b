import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { removeLeftovers } from '@diorama/shared/server/leftovers.ts';

const NAME = /^worker-(?<host>[0-9a-f]+)-(?<pid>\d+)-(?<startedAt>\d+)$/;
/** In `/proc/<pid>/stat`, counted from behind the command, which may hold spaces itself. */
const STARTED_AT_FIELD = 19;
/** What lies still for so long is nobody's, be it of another machine or of an earlier version. */
const STILL_MS = 7 * 24 * 60 * 60_000;
/** Others may pass through, and see nothing of what it holds. */
const PASSABLE = 0o711;

/**
 * Makes a folder for the temporary files of this process alone, and removes those of processes of this machine that are
 * gone: a process that is killed cleans up nothing, and the one that is started in its place does it at once.
 */
export async function ownFolder(root: string): Promise<string> {
  const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
  await mkdir(root, { recursive: true });
  await removeLeftovers(root, { stillMs: STILL_MS });
  for (const name of await readdir(root)) {
    const { host: of, pid, startedAt } = NAME.exec(name)?.groups ?? {};
    if (of === host && (await startOf(Number(pid))) !== startedAt) {
      // A child of that process may still write there for a moment; what stays is for whoever starts next.
      await rm(join(root, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    }
  }
  const own = join(root, `worker-${host}-${process.pid}-${await startOf(process.pid)}`);
  await mkdir(own, { recursive: true, mode: PASSABLE });
  return own;
}

/** When a process began, in ticks of its machine; 0 where the system does not say, null for a process that is gone. */
async function startOf(pid: number): Promise<string | null> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process is there as well.
    const isThere = error instanceof Error && 'code' in error && error.code === 'EPERM';
    if (!isThere) {
      return null;
    }
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[STARTED_AT_FIELD] ?? '0';
}
