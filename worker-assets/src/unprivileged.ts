import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, mkdir, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** A user, or nothing where processes stay what they are. */
export type ProcessUser = { uid?: number; gid?: number };

/** Nobody, whom no file belongs to: what reads hostile files runs as him when this process is root. */
export const UNPRIVILEGED = { uid: 65_534, gid: 65_534 } as const;

/** Lets others pass through a folder without seeing what it holds. */
const PASSABLE = 0o711;

/** Whether this process may start others as {@link UNPRIVILEGED}. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Whether other users can get to a path: root's home, for one, is closed to them. */
export async function isReachable(path: string): Promise<boolean> {
  for (let at = resolve(path); at !== dirname(at); at = dirname(at)) {
    if (((await stat(at)).mode & constants.S_IXOTH) === 0) {
      return false;
    }
  }
  return true;
}

/**
 * Makes a folder that other users can get to: `dir`, or where that lies below a closed one, a folder of the system's
 * temporary directory that is the same every time.
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
  // Anybody can put a folder of that name there first; only one of our own will do.
  const isOurs = (await stat(stable)).uid === process.getuid?.();
  const made = isOurs ? stable : await mkdtemp(join(tmpdir(), 'diorama-'));
  await chmod(made, PASSABLE);
  return made;
}
