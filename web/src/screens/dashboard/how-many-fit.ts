/**
 * How many of some things stand in a line, from the first on; where that is not all, there is room for what says how many
 * more there are. At least one, which is cut then. All in CSS pixels.
 */
export function howManyFit(
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
