/**
 * Months after which a free workspace above its plan's storage is notified. After the last, its files may be
 * deleted.
 */
export const OVERDUE_MONTHS = [11, 12] as const;

/**
 * Chooses unused files, the largest first, until `excess` bytes are free. Returns all files where they are
 * not enough.
 */
export function selectFilesToDelete<File extends { size: number }>(
  unused: readonly File[],
  excess: number,
): File[] {
  const chosen: File[] = [];
  let freed = 0;
  for (const file of [...unused].sort((a, b) => b.size - a.size)) {
    if (freed >= excess) {
      break;
    }
    chosen.push(file);
    freed += file.size;
  }
  return chosen;
}
