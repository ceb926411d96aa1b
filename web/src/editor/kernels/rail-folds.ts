/** Sizes of the rail in CSS pixels, as its style has them where it is low. */
const BUTTON = 33;
const LINE = 6;
const PADDING = 16;

/** A group of buttons in the rail. Of groups that can fold, those with the highest rank fold first. */
export type RailGroup = { name: string; count: number; foldRank: number | null };

/**
 * The names of the groups that fold into one button each, so that all buttons fit.
 * @param height of the rail in CSS pixels
 * @param others buttons that belong to no group
 */
export function foldedGroups(
  height: number,
  { groups, others }: { groups: readonly RailGroup[]; others: number },
): ReadonlySet<string> {
  const folded = new Set<string>();
  const needed = () =>
    PADDING +
    groups.length * LINE +
    groups.reduce((sum, { name, count }) => sum + (folded.has(name) ? 1 : count) * BUTTON, others * BUTTON);
  const foldable = groups
    .filter(({ foldRank, count }) => foldRank !== null && count > 1)
    .sort((a, b) => (b.foldRank ?? 0) - (a.foldRank ?? 0));
  for (const { name } of foldable) {
    if (needed() <= height) {
      break;
    }
    folded.add(name);
  }
  return folded;
}
