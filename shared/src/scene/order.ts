import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { Sibling } from './compare-siblings.ts';

/** Whether a text is a key that `fractional-indexing` can make neighbours of. */
export function isOrderKey(key: string): boolean {
  try {
    generateKeyBetween(key, null);
    return true;
  } catch {
    return false;
  }
}

/**
 * Keys for `count` nodes placed before position `at` of ordered siblings. Two people can give two siblings the same
 * key; nothing fits between those, so the ones from `at` on that are in the way get new keys too (`moved`).
 */
export function placeSiblings(
  siblings: readonly Sibling[],
  at: number,
  count: number,
): { placed: string[]; moved: Sibling[] } {
  const lower = siblings[at - 1]?.index ?? null;
  let end = at;
  while (lower !== null && (siblings[end]?.index ?? '~') <= lower) {
    end += 1;
  }
  const inTheWay = siblings.slice(at, end);
  const keys = generateNKeysBetween(lower, siblings[end]?.index ?? null, count + inTheWay.length);
  const moved = inTheWay.map(({ id }, i) => ({ id, index: keys[count + i] ?? '' }));
  return { placed: keys.slice(0, count), moved };
}
