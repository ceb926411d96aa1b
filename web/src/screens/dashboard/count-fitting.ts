/**
 * Number of leading items that fit into a row, with space for the "more" label if some are left out. At least
 * one, which is then truncated. All sizes in CSS pixels.
 */
export function countFitting(
  widths: readonly number[],
  { room, gap, more }: { room: number; gap: number; more: number },
): number {
  const ends: number[] = [];
  for (const width of widths) {
    ends.push((ends.at(-1) ?? -gap) + gap + width);
  }
  if ((ends.at(-1) ?? 0) <= room) {
    return widths.length;
  }
  return Math.max(1, ends.filter((end) => end + gap + more <= room).length);
}
