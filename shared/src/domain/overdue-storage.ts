/** How long a free workspace may hold more than its plan before files may be deleted, in months; the last is when. */
export const OVERDUE_MONTHS = [11, 12] as const;

/** Of files that nothing uses, the largest until so many bytes are free; all of them where they are not enough. */
export function chooseToFree<File extends { size: number }>(unused: readonly File[], excess: number): File[] {
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
