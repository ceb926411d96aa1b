import { statfs } from 'node:fs/promises';

const CODES = /^(ENOSPC|EDQUOT|EIO|EROFS|EMFILE|ENFILE)$/;

/**
 * Whether the error means that this machine cannot write files: its disk is full or broken, or too many files
 * are open.
 */
export function isDiskFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.test(String(error.code));
}

/** Bytes that this process may still write to the disk of a folder. */
export async function freeBytesFor(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
