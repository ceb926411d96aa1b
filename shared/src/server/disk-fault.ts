const CODES = /^(ENOSPC|EDQUOT|EIO|EROFS|EMFILE|ENFILE)$/;

/** Whether our machine cannot keep files now (its disk is full or broken, or too many are open), whatever was to be written. */
export function isDiskFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.test(String(error.code));
}
