const CODES = /^(ENOSPC|EDQUOT|EIO|EROFS|EMFILE|ENFILE)$/;

/**
 * Whether the error means that this machine cannot write files: its disk is full or broken, or too many files
 * are open.
 */
export function isDiskFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.test(String(error.code));
}
