import type { TreeRow } from './tree-rows.ts';

/** Target of an outliner drag: into a node, or between two rows. */
export type DropPosition = {
  parent: string | null;
  /** Next sibling; null for the last position. */
  before: string | null;
  /** Node to drop into, null between rows. */
  into: string | null;
  /** Indicator line: above row number `line`, at this depth. */
  line: number;
  depth: number;
};

/** Upper and lower share of a row that means between rows; the middle means into it. */
const EDGE = 0.28;

/** Drop target at a height within the list, in pixels. */
export function dropPosition(args: {
  rows: readonly TreeRow[];
  y: number;
  rowHeight: number;
  childrenOf: (id: string | null) => readonly string[];
  parentOf: (id: string) => string | null;
}): DropPosition {
  const { rows, y, rowHeight, childrenOf, parentOf } = args;
  const index = Math.floor(y / rowHeight);
  const row = rows[index];
  if (!row) {
    return { parent: null, before: null, into: null, line: rows.length, depth: 0 };
  }
  const share = y / rowHeight - index;
  const parent = parentOf(row.id);
  if (row.part) {
    // Nodes cannot be placed between parts of a file; the target is the file's node.
    return { parent: row.id, before: null, into: row.id, line: index, depth: row.depth };
  }
  if (share < EDGE) {
    return { parent, before: row.id, into: null, line: index, depth: row.depth };
  }
  if (share <= 1 - EDGE) {
    return { parent: row.id, before: null, into: row.id, line: index, depth: row.depth + 1 };
  }
  if (row.isOpen) {
    const [first = null] = childrenOf(row.id);
    return { parent: row.id, before: first, into: null, line: index + 1, depth: row.depth + 1 };
  }
  const siblings = childrenOf(parent);
  const before = siblings[siblings.indexOf(row.id) + 1] ?? null;
  return { parent, before, into: null, line: index + 1, depth: row.depth };
}
