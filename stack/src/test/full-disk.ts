import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Linux device on which every write fails with a full disk. */
export const FULL = '/dev/full';

const { createWriteStream } = fs;

/** Whether this machine can simulate a full disk. Prints the skipped test otherwise. */
export function canBeFull(what: string): boolean {
  const isHere = fs.existsSync(FULL);
  if (!isHere) {
    process.stderr.write(`SKIPPED: ${what}, as the system has no ${FULL}\n`);
  }
  return isHere;
}

/**
 * Makes writes of new files below this folder fail with a full disk, in this process, until {@link makeRoom}.
 */
export function fillDisk(folder: string): void {
  writeFilesBy((path, options) => createWriteStream(String(path).startsWith(folder) ? FULL : path, options));
}

/** Undoes {@link fillDisk}. */
export function makeRoom(): void {
  writeFilesBy(createWriteStream);
}

function writeFilesBy(create: typeof createWriteStream): void {
  fs.createWriteStream = create;
  syncBuiltinESMExports();
}

/** A separate file system with few bytes. */
export type SmallDisk = Disposable & {
  folder: string;
  /** Bytes of its files. */
  used(): number;
  /** Changes its size, in bytes, at least to the used ones. */
  resize(bytes: number): void;
};

/** Whether this machine can mount a small disk. Prints the skipped test otherwise. */
export function canMountDisk(what: string): boolean {
  try {
    mountSmallDisk(SMALL)[Symbol.dispose]();
    return true;
  } catch {
    process.stderr.write(`SKIPPED: ${what}, as this process may not mount a disk\n`);
    return false;
  }
}

const SMALL = 65_536;

/** Mounts a disk that is in memory. @throws Error where this process may not do so */
export function mountSmallDisk(bytes: number): SmallDisk {
  const folder = fs.mkdtempSync(join(tmpdir(), 'diorama-small-disk-'));
  const mount = (options: string) => {
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `mode=711,${options}`, 'tmpfs', folder]);
    if (status !== 0) {
      throw new Error(`No disk was mounted at ${folder}`);
    }
  };
  try {
    mount(`size=${bytes}`);
  } catch (error) {
    fs.rmdirSync(folder);
    throw error;
  }
  return {
    folder,
    used: () => {
      const { blocks, bfree, bsize } = fs.statfsSync(folder);
      return (blocks - bfree) * bsize;
    },
    resize: (size) => mount(`remount,size=${size}`),
    [Symbol.dispose]: () => {
      spawnSync('umount', ['-l', folder]);
      fs.rmdirSync(folder);
    },
  };
}
