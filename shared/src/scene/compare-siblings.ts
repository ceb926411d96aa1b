/** Sort key of a node among its siblings. */
export type Sibling = { id: string; index: string };

/** Compares by index, then by id, both as plain code units: the same on every machine. */
export function compareSiblings(a: Sibling, b: Sibling): number {
  return compareText(a.index, b.index) || compareText(a.id, b.id);
}

function compareText(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}
