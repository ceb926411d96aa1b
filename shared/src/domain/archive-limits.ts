export type ArchiveLimits = { files: number; bytes: number; ratio: number };

/**
 * Limits of an uploaded archive. A model rarely has a hundred files; well-packed geometry rarely shrinks to a
 * fiftieth.
 */
export const ARCHIVE_LIMITS: ArchiveLimits = { files: 2000, bytes: 1_000_000_000, ratio: 200 };

/** Below this size no ratio is suspicious: a small text may be very regular. */
const RATIO_FROM_BYTES = 10_000_000;

/** Whether the inflated size is implausible for the packed size. */
export function isDecompressionBomb(file: { packed: number; inflated: number; ratio: number }): boolean {
  return file.inflated > RATIO_FROM_BYTES && file.inflated > file.packed * file.ratio;
}
