import { RefusedError } from './refused-error.ts';

/** More parts than this nobody draws; a few lines of text can ask for billions. */
const MOST_COPIES = 100_000;

/**
 * How many parts a model comes to when everything that is named is put where it is named, however deep.
 * @param parts what each part names, once for every time.
 * @throws {@link RefusedError} for parts that hold themselves, and for more than can be drawn.
 */
export function countCopies(parts: ReadonlyMap<string, readonly string[]>, roots: readonly string[]): number {
  const known = new Map<string, number>();
  const open = new Set<string>();
  const countOf = (part: string): number => {
    const before = known.get(part);
    if (before !== undefined) {
      return before;
    }
    if (open.has(part)) {
      throw new RefusedError('The file is damaged: a part of it holds itself.');
    }
    open.add(part);
    const count = (parts.get(part) ?? []).reduce((sum, name) => sum + countOf(name), 1);
    open.delete(part);
    known.set(part, count);
    return count;
  };
  const all = roots.reduce((sum, root) => sum + countOf(root), 0);
  if (all > MOST_COPIES) {
    throw new RefusedError('The file repeats its parts more often than can be drawn.');
  }
  return all;
}
