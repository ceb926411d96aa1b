import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { findNativeFolder, programPath } from './binaries.ts';

/** The folders of PostgreSQL's programs and data, and its user. PostgreSQL refuses to run as root. */
export type Place = { native: string; data: string; user: { uid: number; gid: number } | null };

/**
 * Chooses the place for a data folder, usually `postgres` inside it. When the start command runs as root,
 * another user must reach that folder. Below a folder that other users cannot enter, such as root's home, the
 * programs and files go to the persistent temporary directory, under a hash of the data folder.
 * `postgres.path` then contains that path.
 */
export function preparePlace(dataDir: string, temporaryDir = '/var/tmp'): Place {
  const { folder, version } = findNativeFolder();
  const data = join(dataDir, 'postgres');
  if (process.getuid?.() !== 0) {
    return { native: folder, data, user: null };
  }
  const user = findUnprivilegedUser();
  if (canOthersEnter(dataDir) && canOthersRun(programPath(folder, 'postgres'))) {
    return { native: folder, data, user };
  }
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const base = join(temporaryDir, `diorama-${hash}`);
  makeOwnFolder(base);
  writeFileSync(join(dataDir, 'postgres.path'), `${base}\n`);
  return { native: copyNative(folder, join(base, version)), data: join(base, 'postgres'), user };
}

/** Creates a folder that only PostgreSQL's user can access. */
export function makePrivateFolder(path: string, user: Place['user']): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (user) {
    chownSync(path, user.uid, user.gid);
  }
}

/** Returns the user `postgres`, or else the unprivileged user that every system has. */
function findUnprivilegedUser(): { uid: number; gid: number } {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) {
      return { uid: Number(uid), gid: Number(gid) };
    }
  }
  throw new Error('PostgreSQL must not run as root, and this machine has neither a user postgres nor nobody');
}

function canOthersEnter(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  const parent = dirname(folder);
  return isOpen && (parent === folder || canOthersEnter(parent));
}

function canOthersRun(program: string): boolean {
  return (statSync(program).mode & 0o005) === 0o005 && canOthersEnter(dirname(program));
}

/** Creates a folder in the shared temporary directory. Refuses a folder that another user created first. */
function makeOwnFolder(path: string): void {
  if (!existsSync(path)) {
    mkdirSync(path, { mode: 0o755 });
  }
  const info = lstatSync(path);
  if (!info.isDirectory() || info.uid !== 0 || (info.mode & 0o022) !== 0) {
    throw new Error(`${path} is not a folder of root's own: remove it, or set DIORAMA_DATA_DIR`);
  }
}

function copyNative(from: string, to: string): string {
  if (!existsSync(to)) {
    const unfinished = `${to}.new`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
    renameSync(unfinished, to);
  }
  return to;
}
