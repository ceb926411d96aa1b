import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Device on which every write finds the disk full. */
export const FULL = '/dev/full';

const { createWriteStream } = fs;

/** Whether the system can simulate a full disk; otherwise prints which tests are skipped. */
export function canBeFull(what: string): boolean {
  const isHere = fs.existsSync(FULL);
  if (!isHere) {
    process.stderr.write(`SKIPPED: ${what}, as the system has no ${FULL}\n`);
  }
  return isHere;
}

/** Makes every new file of this process below a folder find the disk full until {@link makeRoom}. */
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
