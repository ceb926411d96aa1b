import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** What the system itself offers for this: every write to it finds the disk full. */
export const FULL = '/dev/full';

const { createWriteStream } = fs;

/** Whether a disk can be full here; where none can, it is said aloud what is skipped. */
export function canBeFull(what: string): boolean {
  const isHere = fs.existsSync(FULL);
  if (!isHere) {
    process.stderr.write(`SKIPPED: ${what}, as the system has no ${FULL}\n`);
  }
  return isHere;
}

/** Lets whoever writes a new file below this folder, in this process, find the disk full until {@link makeRoom}. */
export function fillDisk(folder: string): void {
  writeFilesBy((path, options) => createWriteStream(String(path).startsWith(folder) ? FULL : path, options));
}

/** Ends what {@link fillDisk} began. */
export function makeRoom(): void {
  writeFilesBy(createWriteStream);
}

function writeFilesBy(create: typeof createWriteStream): void {
  fs.createWriteStream = create;
  syncBuiltinESMExports();
}
