import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** User of child processes; empty when they keep the current user. */
export type ProcessUser = { uid?: number; gid?: number };

/**
 * The unprivileged user without files, as whom child processes parse untrusted files when this process is
 * root.
 */
export const UNPRIVILEGED = { uid: 65_534, gid: 65_534 } as const;

/** Permissions with which other users may pass through a folder without listing it. */
const PASSABLE = 0o711;

/** Whether this process may start others as {@link UNPRIVILEGED}. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Whether other users can reach a path; for example, root's home is closed to them. */
export async function isReachable(path: string): Promise<boolean> {
  for (let at = resolve(path); at !== dirname(at); at = dirname(at)) {
    if (((await stat(at)).mode & constants.S_IXOTH) === 0) {
      return false;
    }
  }
  return true;
}

/**
 * Creates a folder that other users can reach. Returns `dir`, or a permanent folder of the system's temporary
 * directory if `dir` is below a closed one.
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
  // Any user can create a folder of that name first, so only one of this user is accepted.
  const isOurs = (await stat(stable)).uid === process.getuid?.();
  const made = isOurs ? stable : await mkdtemp(join(tmpdir(), 'diorama-'));
  await chmod(made, PASSABLE);
  return made;
}

/** Makes a file or folder that of a user; without an id it stays that of this process. */
export async function giveTo({ uid, gid }: ProcessUser, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) {
    await chown(path, uid, gid);
  }
}
