import type { TreeRow } from './tree-rows.ts';

/** What a key does in the outliner: goes to a node, or shows or hides what is below one. */
export type TreeMove = { to: string } | { fold: string; isOpen: boolean };

/**
 * What a key does from a line of the outliner, or from none for −1, as in every tree: the arrows go up and down, into what
 * is open and out again. Parts of files are for the pointer. Null for a key that does nothing there.
 */
export function treeMove(rows: readonly TreeRow[], at: number, key: string): TreeMove | null {
  const isNode = ({ part }: TreeRow) => !part;
  const row = rows[at];
  const next = rows.slice(at + 1).find(isNode);
  const goTo = (target: TreeRow | undefined) => (target ? { to: target.id } : null);
  switch (key) {
    case 'ArrowDown':
      return goTo(next);
    case 'ArrowUp':
      return goTo(rows.slice(0, Math.max(at, 0)).findLast(isNode));
    case 'Home':
      return goTo(rows.find(isNode));
    case 'End':
      return goTo(rows.findLast(isNode));
    case 'ArrowRight':
      if (row?.hasChildren && !row.isOpen) {
        return { fold: row.id, isOpen: true };
      }
      return row?.isOpen && next && next.depth > row.depth ? { to: next.id } : null;
    case 'ArrowLeft':
      if (row?.isOpen) {
        return { fold: row.id, isOpen: false };
      }
      return row ? goTo(rows.slice(0, at).findLast(({ depth }) => depth < row.depth)) : null;
    default:
      return null;
  }
}

/** The nodes of all lines from one to another, that one last. */
export function rowsBetween(rows: readonly TreeRow[], from: string, to: string): string[] {
  const [first, last] = [from, to].map((id) => rows.findIndex((row) => row.id === id));
  if (first === undefined || last === undefined || first < 0 || last < 0) {
    return [to];
  }
  const range = rows.slice(Math.min(first, last), Math.max(first, last) + 1).map(({ id }) => id);
  return [...new Set(range.filter((id) => id !== to)), to];
}
