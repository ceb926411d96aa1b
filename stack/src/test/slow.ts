/** Factor of every limit of a test, for a busy machine: `SLOW=5`. */
export const SLOW = Number(process.env.SLOW ?? 1);
