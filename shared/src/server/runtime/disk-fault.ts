import { statfs } from 'node:fs/promises';

const CODES = /^(ENOSPC|EDQUOT|EIO|EROFS|EMFILE|ENFILE)$/;

/**
 * Whether the error means that this machine cannot write files: its disk is full or broken, or too many files
 * are open.
 */
export function isDiskFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.test(String(error.code));
}

/** Codes of Node.js, and of PostgreSQL. */
const FULL_CODES = /^(ENOSPC|EDQUOT|53100)$/;

/** Whether the error, of Node.js, of a query or of the start of PostgreSQL, means that a disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  return ('code' in error && FULL_CODES.test(String(error.code))) || namesFullDisk(error.message);
}

/** Whether a line of PostgreSQL's log names a full disk. */
export function namesFullDisk(line: string): boolean {
  return line.includes('No space left on device');
}

/** Bytes that this process may still write to the disk of a folder. */
export async function freeBytesFor(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
