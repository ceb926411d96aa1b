import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { childrenOf, type Hierarchy } from '@diorama/shared/scene/resolve.ts';

/** The how many-th mesh of a file, as it is called there, and the slot of its material. */
export type RowPart = { index: number; name: string; slot: string };

/** One line of the outliner: a node, or a part of the file that the node shows. */
export type TreeRow = {
  id: string;
  depth: number;
  hasChildren: boolean;
  isOpen: boolean;
  /** What of the node; left out for the node itself. */
  part?: RowPart;
};

/** More parts than these of one file are not told apart. */
const MAX_PARTS = 500;

/** The lines of the outliner: all that is not inside of a closed node, or with a query all matches and what leads to them. */
export function treeRows(args: {
  nodes: SceneDocument['nodes'];
  hierarchy: Hierarchy;
  open: ReadonlySet<string>;
  query: string;
  /** The parts of what a node shows; those of a file of one part are not told. */
  partsOf?: (id: string) => readonly Omit<RowPart, 'index'>[];
}): TreeRow[] {
  const { nodes, hierarchy, open, partsOf = () => [] } = args;
  const words = args.query.trim().toLowerCase();
  const shown = words === '' ? null : leadingTo(args, words);
  const rows: TreeRow[] = [];
  const visit = (parent: string | null, depth: number) => {
    for (const id of childrenOf(hierarchy, parent)) {
      if (!nodes[id] || shown?.has(id) === false) {
        continue;
      }
      const hasNodes = childrenOf(hierarchy, id).length > 0;
      // Who looks for a thing looks for no parts of it.
      const found = shown === null ? partsOf(id) : [];
      const parts = found.length > 1 ? found.slice(0, MAX_PARTS) : [];
      const hasChildren = hasNodes || parts.length > 0;
      const isOpen = hasChildren && (shown !== null || open.has(id));
      rows.push({ id, depth, hasChildren, isOpen });
      if (isOpen) {
        parts.forEach((part, index) => {
          rows.push({ id, depth: depth + 1, hasChildren: false, isOpen: false, part: { ...part, index } });
        });
        visit(id, depth + 1);
      }
    }
  };
  visit(null, 0);
  return rows;
}

/** Whether all letters of the query come in the text, in this order. */
export function isFuzzyMatch(text: string, query: string): boolean {
  let at = 0;
  for (const letter of text.toLowerCase()) {
    if (letter === query[at]) {
      at += 1;
    }
  }
  return at === query.length;
}

function leadingTo(
  { nodes, hierarchy }: { nodes: SceneDocument['nodes']; hierarchy: Hierarchy },
  query: string,
) {
  const found = new Set<string>();
  for (const [id, node] of Object.entries(nodes)) {
    if (isFuzzyMatch(node.name, query)) {
      for (let up: string | null = id; up !== null; up = hierarchy.parentOf.get(up) ?? null) {
        found.add(up);
      }
    }
  }
  return found;
}
