import { foldText, hasLetters } from './fold-text.ts';

/** Searchable entry: its label, and other words for it, separated by commas. */
export type Findable = {
  label: string;
  synonyms: string;
  /** By so many ranks it comes later than as good a match. */
  handicap?: number;
};

/** Words of fewer letters than this have to be typed without a mistake. */
const LEAST_FOR_MISTAKES = 4;

/**
 * The matches of a query, the best first: labels that begin with it, words that begin with it, synonyms, and words with
 * one mistake. Without any of these, labels that contain its letters in order. Equal matches keep their order.
 */
export function rankMatches<Item extends Findable>(items: readonly Item[], query: string): Item[] {
  const needle = foldText(query.trim()).replace(/\s+/g, ' ');
  if (needle === '') {
    return [...items];
  }
  const matches = items.flatMap((item) => {
    const rank = rankOf(item, needle);
    return rank === null ? [] : [{ item, rank }];
  });
  // Letters in order are in many labels by chance.
  const isFound = matches.some(({ rank }) => rank < LETTERS);
  const placeOf = ({ item, rank }: { item: Item; rank: number }) => rank + (item.handicap ?? 0);
  return matches
    .filter(({ rank }) => !isFound || rank < LETTERS)
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map(({ item }) => item);
}

/** The rank of labels that merely have the letters of a query in order. */
const LETTERS = 8;

/** The lower, the better; null for no match. */
function rankOf({ label, synonyms }: Findable, needle: string): number | null {
  const folded = foldText(label);
  const others = foldText(synonyms)
    .split(',')
    .map((one) => one.trim());
  if (folded === needle) {
    return 0;
  }
  if (folded.startsWith(needle)) {
    return 1;
  }
  if (startsWord(folded, needle)) {
    return 2;
  }
  if (others.includes(needle)) {
    return 3;
  }
  if (others.some((one) => startsWord(one, needle))) {
    return 4;
  }
  if (folded.includes(needle)) {
    return 5;
  }
  const words = [folded, ...others].flatMap((text) => text.split(' '));
  if (needle.split(' ').every((part) => words.some((word) => word.startsWith(part)))) {
    return 6;
  }
  if (needle.length >= LEAST_FOR_MISTAKES && words.some((word) => isNearPrefix(word, needle))) {
    return 7;
  }
  return hasLetters(folded, needle) ? LETTERS : null;
}

function startsWord(text: string, needle: string): boolean {
  return ` ${text}`.includes(` ${needle}`);
}

/** Whether a word begins with a query that has one mistake: a wrong, additional or missing letter, or two swapped ones. */
function isNearPrefix(word: string, needle: string): boolean {
  let same = 0;
  while (same < needle.length && word[same] === needle[same]) {
    same += 1;
  }
  const [restOfWord, restOfNeedle] = [word.slice(same), needle.slice(same)];
  const swapped = `${restOfNeedle[1] ?? ''}${restOfNeedle[0] ?? ''}${restOfNeedle.slice(2)}`;
  return (
    restOfWord.slice(1).startsWith(restOfNeedle.slice(1)) ||
    restOfWord.startsWith(restOfNeedle.slice(1)) ||
    restOfWord.slice(1).startsWith(restOfNeedle) ||
    restOfWord.startsWith(swapped)
  );
}
