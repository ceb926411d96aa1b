import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { RefusedError } from './refused-error.ts';

/** Limit of copies; a few lines of text can ask for billions. */
const MAX_COPIES = 100_000;

/**
 * Counts the parts of a model after all references are resolved, at any depth.
 * @param parts - references of each part, once per use.
 * @throws {@link RefusedError} for cyclic parts, and above the limit.
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
      throw new RefusedError(importMessage('damaged.holds-itself'));
    }
    open.add(part);
    const count = (parts.get(part) ?? []).reduce((sum, name) => sum + countOf(name), 1);
    open.delete(part);
    known.set(part, count);
    return count;
  };
  const all = roots.reduce((sum, root) => sum + countOf(root), 0);
  if (all > MAX_COPIES) {
    throw new RefusedError(importMessage('limit.copies'));
  }
  return all;
}
