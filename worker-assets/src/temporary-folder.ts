import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { removeTemporaryFiles } from '@diorama/shared/server/objects/temporary-files.ts';

const NAME = /^worker-(?<host>[0-9a-f]+)-(?<pid>\d+)-(?<startedAt>\d+)$/;
/** Index of the start time in `/proc/<pid>/stat`, counted after the command, which may contain spaces. */
const STARTED_AT_FIELD = 19;
/**
 * Age in milliseconds at which an unchanged folder is removed, also one of another machine or an earlier
 * version.
 */
const STILL_MS = 7 * 24 * 60 * 60_000;
/** Other users may pass through without listing the content. */
const PASSABLE = 0o711;

/**
 * Creates a folder for the temporary files of this process, and removes folders of dead processes of this
 * machine. A killed process cannot clean up, so its successor does it.
 */
export async function createTemporaryFolder(root: string): Promise<string> {
  const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
  await mkdir(root, { recursive: true });
  await removeTemporaryFiles(root, { stillMs: STILL_MS });
  for (const name of await readdir(root)) {
    const { host: of, pid, startedAt } = NAME.exec(name)?.groups ?? {};
    if (of === host && (await startOf(Number(pid))) !== startedAt) {
      // A child of that process may still write there for a moment; a later start removes the rest.
      await rm(join(root, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    }
  }
  const own = join(root, `worker-${host}-${process.pid}-${await startOf(process.pid)}`);
  await mkdir(own, { recursive: true, mode: PASSABLE });
  return own;
}

/**
 * Start time of a process in clock ticks. 0 when the system does not report it, null for a dead process.
 */
async function startOf(pid: number): Promise<string | null> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    const isThere = error instanceof Error && 'code' in error && error.code === 'EPERM';
    if (!isThere) {
      return null;
    }
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[STARTED_AT_FIELD] ?? '0';
}
