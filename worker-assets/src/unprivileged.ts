import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, mkdir, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** A user for child processes; empty to keep the current one. */
export type ProcessUser = { uid?: number; gid?: number };

/**
 * The user `nobody`, who owns no file. Readers of untrusted files run as this user when this process is root.
 */
export const UNPRIVILEGED = { uid: 65_534, gid: 65_534 } as const;

/** Other users may pass through the folder, but cannot list it. */
const PASSABLE = 0o711;

/** Whether this process may start others as {@link UNPRIVILEGED}. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Whether other users can reach a path; root's home, for example, is closed to them. */
export async function isReachable(path: string): Promise<boolean> {
  for (let at = resolve(path); at !== dirname(at); at = dirname(at)) {
    if (((await stat(at)).mode & constants.S_IXOTH) === 0) {
      return false;
    }
  }
  return true;
}

/**
 * Creates a folder that other users can reach: `dir`, or below a closed folder a fixed one in the system's
 * temporary directory.
 */
export async function reachableDir(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true });
  if (!isRoot() || (await isReachable(dir))) {
    return dir;
  }
  const stable = join(
    tmpdir(),
    `diorama-${createHash('sha256').update(resolve(dir)).digest('hex').slice(0, 16)}`,
  );
  await mkdir(stable, { recursive: true });
  // Any user can create a folder of that name first, so the owner is checked.
  const isOurs = (await stat(stable)).uid === process.getuid?.();
  const made = isOurs ? stable : await mkdtemp(join(tmpdir(), 'diorama-'));
  await chmod(made, PASSABLE);
  return made;
}
