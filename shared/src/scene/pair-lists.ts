import { isSameJson } from './json.ts';

/** Which element of a list each element of its successor comes from, -1 for a new one; and those that have a successor. */
export type ListPairs = { fromOf: number[]; kept: ReadonlySet<number> };

/** Comparing every element of one part with every element of the other pays up to so many comparisons. */
const MOST_COMPARISONS = 250_000;

/**
 * Pairs the elements of a list with those of its successor in their order: equal ones first, then those between them. Where
 * a part has grown or shrunk, its last elements are new or removed.
 */
export function pairLists(before: readonly unknown[], next: readonly unknown[]): ListPairs {
  let start = 0;
  while (start < Math.min(before.length, next.length) && isSameJson(before[start], next[start])) {
    start += 1;
  }
  let end = 0;
  const most = Math.min(before.length, next.length) - start;
  while (end < most && isSameJson(before.at(-1 - end), next.at(-1 - end))) {
    end += 1;
  }
  const fromOf = next.map(() => -1);
  for (let i = 0; i < start; i += 1) {
    fromOf[i] = i;
  }
  for (let i = 1; i <= end; i += 1) {
    fromOf[next.length - i] = before.length - i;
  }
  pairBetween(fromOf, { before, next, start, end });
  return { fromOf, kept: new Set(fromOf.filter((from) => from >= 0)) };
}

type Between = { before: readonly unknown[]; next: readonly unknown[]; start: number; end: number };

function pairBetween(fromOf: number[], { before, next, start, end }: Between): void {
  const [a, b] = [before.slice(start, before.length - end), next.slice(start, next.length - end)];
  // Of equally many elements none came or went.
  const anchors = a.length === b.length ? [] : longestCommon(a, b);
  let [i, j] = [0, 0];
  for (const [ai, bj] of [...anchors, [a.length, b.length] as const]) {
    while (i < ai && j < bj) {
      fromOf[start + j] = start + i;
      i += 1;
      j += 1;
    }
    if (bj < b.length) {
      fromOf[start + bj] = start + ai;
    }
    [i, j] = [ai + 1, bj + 1];
  }
}

/** Pairs of places of a longest common subsequence, in order; none where looking for it takes too long. */
function longestCommon(a: readonly unknown[], b: readonly unknown[]): (readonly [number, number])[] {
  if (a.length * b.length > MOST_COMPARISONS) {
    return [];
  }
  const lengths = a.map(() => new Uint16Array(b.length + 1));
  lengths.push(new Uint16Array(b.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] ?? new Uint16Array();
    for (let j = b.length - 1; j >= 0; j -= 1) {
      row[j] = isSameJson(a[i], b[j]) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    if (isSameJson(a[i], b[j])) {
      pairs.push([i, j]);
      [i, j] = [i + 1, j + 1];
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      i += 1;
    } else {
      j += 1;
    }
  }
  return pairs;
}
