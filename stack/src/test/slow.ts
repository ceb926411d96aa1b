/** Factor of every limit of a test, for a busy machine: `SLOW=5`. */
export const SLOW = Number(process.env.SLOW ?? 1);

/** Whether no further long test may begin: from `TEST_UNTIL` on, a time in seconds since 1970. */
export function isTooLate(): boolean {
  return Date.now() / 1_000 > Number(process.env.TEST_UNTIL ?? Number.POSITIVE_INFINITY);
}
