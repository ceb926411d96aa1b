import { MAX_JOINED_PARTS } from '@diorama/shared/domain/joined-parts.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { childrenOf, type Hierarchy } from '@diorama/shared/scene/resolve.ts';
import { foldText } from './fold-text.ts';

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
const MAX_PARTS = MAX_JOINED_PARTS;

/**
 * The lines of the outliner: all that is not inside of a closed node, or with a query all matches and what leads to them.
 * Of a file the parts whose names hold the query as it stands match, as letters in their order come in most of many names.
 */
export function treeRows(args: {
  nodes: SceneDocument['nodes'];
  hierarchy: Hierarchy;
  open: ReadonlySet<string>;
  query: string;
  /** The parts of what a node shows; those of a file of one part are not told. */
  partsOf?: (id: string) => readonly FilePart[];
}): TreeRow[] {
  const { nodes, hierarchy, open, partsOf = () => [] } = args;
  const words = foldText(args.query.trim());
  const shown = words === '' ? null : leadingTo(args, words);
  const rows: TreeRow[] = [];
  const visit = (parent: string | null, depth: number) => {
    for (const id of childrenOf(hierarchy, parent)) {
      if (!nodes[id] || shown?.has(id) === false) {
        continue;
      }
      const hasNodes = childrenOf(hierarchy, id).length > 0;
      const parts = partsOf(id);
      const hasChildren = hasNodes || hasPartsFor(parts, words);
      const isOpen = hasChildren && (shown !== null || open.has(id));
      rows.push({ id, depth, hasChildren, isOpen });
      if (isOpen) {
        for (const part of partsFor(parts, words)) {
          rows.push({ id, depth: depth + 1, hasChildren: false, isOpen: false, part });
        }
        visit(id, depth + 1);
      }
    }
  };
  visit(null, 0);
  return rows;
}

type FilePart = Omit<RowPart, 'index'>;

/** Whether a file has parts that a query leaves; those of a file of one part are not told. */
function hasPartsFor(parts: readonly FilePart[], words: string): boolean {
  return parts.length > 1 && (words === '' || parts.some((part) => hasWords(part, words)));
}

function partsFor(parts: readonly FilePart[], words: string): RowPart[] {
  return hasPartsFor(parts, words)
    ? parts.slice(0, MAX_PARTS).flatMap((part, index) => (hasWords(part, words) ? [{ ...part, index }] : []))
    : [];
}

function hasWords(part: FilePart, words: string): boolean {
  return foldedName(part).includes(words);
}

type Named = { readonly name: string };

/** Nodes and parts are replaced and never changed, and a search asks for all their names at each letter. */
const folded = new WeakMap<Named, string>();

function foldedName(named: Named): string {
  const known = folded.get(named);
  if (known !== undefined) {
    return known;
  }
  const name = foldText(named.name);
  folded.set(named, name);
  return name;
}

/** Whether all letters of the query come in the text, in this order. */
export function isFuzzyMatch(text: string, query: string): boolean {
  return hasLetters(foldText(text), foldText(query));
}

function hasLetters(text: string, query: string): boolean {
  // In letters and not in halves of them, as signs beyond the first plane are two units long.
  const wanted = [...query];
  let at = 0;
  for (const letter of text) {
    if (letter === wanted[at]) {
      at += 1;
    }
  }
  return at === wanted.length;
}

function leadingTo(
  {
    nodes,
    hierarchy,
    partsOf = () => [],
  }: {
    nodes: SceneDocument['nodes'];
    hierarchy: Hierarchy;
    partsOf?: (id: string) => readonly FilePart[];
  },
  query: string,
) {
  const found = new Set<string>();
  for (const [id, node] of Object.entries(nodes)) {
    if (hasLetters(foldedName(node), query) || hasPartsFor(partsOf(id), query)) {
      for (let up: string | null = id; up !== null; up = hierarchy.parentOf.get(up) ?? null) {
        found.add(up);
      }
    }
  }
  return found;
}
