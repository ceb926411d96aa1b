/** Three states of a text for a three-way merge: the common base and two edits. */
export type TextTriple = { base: string; theirs: string; mine: string };

/** Replacement of characters from an index. */
type Change = { from: number; to: number; signs: readonly string[] };

/** Merges two edits of a text; where both changed the same words, `mine` wins. */
export function mergeTexts({ base, theirs, mine }: TextTriple): string {
  if (mine === theirs) {
    return mine;
  }
  const before = [...base];
  const [own, other] = [changeOf(before, [...mine]), changeOf(before, [...theirs])];
  const [first, second] = other.to <= own.from ? [other, own] : [own, other];
  if (first.to > second.from) {
    return mine;
  }
  return [
    ...before.slice(0, first.from),
    ...first.signs,
    ...before.slice(first.to, second.from),
    ...second.signs,
    ...before.slice(second.to),
  ].join('');
}

/** Smallest range in which two texts differ. */
function changeOf(before: readonly string[], after: readonly string[]): Change {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) {
    from += 1;
  }
  let kept = 0;
  while (kept < shorter - from && before.at(-1 - kept) === after.at(-1 - kept)) {
    kept += 1;
  }
  return { from, to: before.length - kept, signs: after.slice(from, after.length - kept) };
}
