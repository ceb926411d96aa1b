import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

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
