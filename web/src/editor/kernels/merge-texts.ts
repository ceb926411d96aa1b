/** Three states of one text: what both began from, and what two people made of it. */
export type TextTriple = { base: string; theirs: string; mine: string };

/** Signs that become others: so many after the beginning, and which. */
type Change = { from: number; to: number; signs: readonly string[] };

/** What two people made of one text; where both changed the same words, mine are left. */
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

/** The smallest part in which a text differs from what it was. */
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
