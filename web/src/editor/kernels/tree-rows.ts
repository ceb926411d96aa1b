import { MAX_JOINED_PARTS } from '@diorama/shared/domain/joined-parts.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { childrenOf, type Hierarchy } from '@diorama/shared/scene/resolve.ts';
import { foldText, hasLetters } from './fold-text.ts';

/** Part of a file: mesh index, mesh name and material slot. */
export type RowPart = { index: number; name: string; slot: string };

/** Outliner row: a node, or a part of its file. */
export type TreeRow = {
  id: string;
  depth: number;
  hasChildren: boolean;
  isOpen: boolean;
  /** File part; undefined for the node's row. */
  part?: RowPart;
};

/** Largest number of listed parts per file. */
const MAX_PARTS = MAX_JOINED_PARTS;

/**
 * Outliner rows: all nodes outside collapsed ones, or with a query all matches and their ancestors. Parts of
 * files match by substring only, as fuzzy matching would find most of them.
 */
export function treeRows(args: {
  nodes: SceneDocument['nodes'];
  hierarchy: Hierarchy;
  open: ReadonlySet<string>;
  query: string;
  /** Parts of a node's file; a single part is not listed. */
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

/** Whether a file has matching parts; a single part is not listed. */
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

/** Nodes and parts are immutable, and a search reads all their names at each keystroke. */
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
