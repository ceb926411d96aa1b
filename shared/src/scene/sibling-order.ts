import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { Sibling } from './compare-siblings.ts';

/** Whether a text is a valid key for `fractional-indexing`. */
export function isOrderKey(key: string): boolean {
  try {
    generateKeyBetween(key, null);
    return true;
  } catch {
    return false;
  }
}

/**
 * Order keys for `count` nodes placed before position `at` of ordered siblings. Concurrent edits can give two
 * siblings the same key, and no key fits between those; so conflicting ones from `at` on get new keys too
 * (`moved`).
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
