/** Least bytes of a part; S3 requires five million. */
const PART_BYTES = 8 * 1_024 * 1_024;
/** Most parts of an object in S3. */
export const MAX_PARTS = 10_000;

/** Bytes of a part of a body, which is held in memory. A body of unknown size may have 84 GB. */
export function partBytesFor(size: number | undefined): number {
  return Math.max(PART_BYTES, Math.ceil((size ?? 0) / MAX_PARTS));
}
