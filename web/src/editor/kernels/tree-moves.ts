import type { TreeRow } from './tree-rows.ts';

/** Effect of a key in the outliner: focuses a node, or expands or collapses one. */
type TreeMove = { to: string } | { fold: string; isOpen: boolean };

/**
 * Effect of a key at an outliner row, or −1 for none, as in the ARIA tree pattern. File parts are
 * skipped. Returns null for other keys.
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

/** Node ids of all rows between two rows, the target last. */
export function rowsBetween(rows: readonly TreeRow[], from: string, to: string): string[] {
  const [first, last] = [from, to].map((id) => rows.findIndex((row) => row.id === id));
  if (first === undefined || last === undefined || first < 0 || last < 0) {
    return [to];
  }
  const range = rows.slice(Math.min(first, last), Math.max(first, last) + 1).map(({ id }) => id);
  return [...new Set(range.filter((id) => id !== to)), to];
}
