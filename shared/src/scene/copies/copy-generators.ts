import { Matrix4 } from 'three';
import type { NodeOf, SceneNode } from '../document.ts';
import type { FieldValues } from '../field-values.ts';
import type { NodeKind } from '../nodes/index.ts';
import { isDefinition, shapeOf, tiesOf } from '../nodes/kinds.ts';
import type { Placement } from '../nodes/repeat/layout.ts';
import { MAX_COPIED_NODES } from '../nodes/repeat/limits.ts';
import { guideOf, type RepeatContext, repeatLayout } from '../nodes/repeat/repeat-layout.ts';
import type { NodeDependencies } from '../nodes/traits.ts';
import { localMatrix } from '../resolve.ts';

/** A repeat generates copies of its children. */
const copiesOfRepeat: CopyGenerator<'repeat'> = ({ id, node }, sources) => {
  const roots = sources.childrenOf(id);
  const size = roots.reduce((sum, root) => sum + countOf(root, sources), 0);
  const layout = size === 0 ? [] : repeatLayout(id, node.props, contextOf(sources));
  return {
    from: id,
    copies: layout
      .slice(0, Math.floor(MAX_COPIED_NODES / size) || 0)
      .map((placement, i) => ({ key: String(i + 1), roots, placement })),
    reads: readsOf(id, guideOf(node.props), sources),
  };
};

/** An instance generates one copy of the children of its component, with its overrides. */
const copiesOfInstance: CopyGenerator<'instance'> = ({ node }, { childrenOf, kindOf }) => {
  const { component, values } = node.props;
  const kind = component === null ? undefined : kindOf(component);
  const isFound = component !== null && kind !== undefined && isDefinition(kind);
  return { from: component, copies: isFound ? [{ key: '', roots: childrenOf(component), values }] : [] };
};

/** Copies of some nodes with their descendants, which a node generates below itself. */
export type Copy = {
  /** Distinguishes the copies of one node: up to 40 of `[A-Za-z0-9_-]`, or ''. */
  key: string;
  /** Nodes that are copied with their descendants. */
  roots: readonly string[];
  /** Moves the roots, which are shown even where their sources are hidden. Markers below them are not copied. */
  placement?: Placement;
  /** Values over the copied nodes, by path such as `nodes/<id of the source>/visible`. */
  values?: FieldValues;
};

/**
 * Copies that a node generates. `from` is the parent of the copied nodes, null for none. `reads` are further nodes
 * and ties on which the copies depend.
 */
export type Copies = { from: string | null; copies: readonly Copy[]; reads?: readonly string[] };

/** Reads the nodes that can be copied. */
export type CopySources = {
  /** Ordered children of a node, without those that it generates. */
  childrenOf: (id: string) => readonly string[];
  /** Kind of a stored node. */
  kindOf: (id: string) => NodeKind | undefined;
  /** A node of the scene, generated or not. */
  nodeOf: (id: string) => SceneNode | undefined;
  /** Effective parent of a node. */
  parentOf: (id: string) => string | null;
  /** Ties of all nodes. */
  ties: NodeDependencies;
};

/** Returns the copies that a node of this kind generates. */
export type CopyGenerator<K extends NodeKind = NodeKind> = (
  owner: { id: string; node: NodeOf<K> },
  sources: CopySources,
) => Copies;

/** The kinds that generate copies of other nodes; their traits have `isCopier`. */
const GENERATORS: { readonly [K in NodeKind]?: CopyGenerator<K> } = {
  instance: copiesOfInstance,
  repeat: copiesOfRepeat,
};

/** Returns the copies that a node generates, undefined for kinds without copies. */
export function copiesOf(owner: { id: string; node: SceneNode }, sources: CopySources): Copies | undefined {
  // The table pairs each kind with a maker for its nodes; a union of nodes cannot express that pairing.
  return (GENERATORS[owner.node.kind] as CopyGenerator | undefined)?.(owner, sources);
}

/** Number of nodes of a branch, without those that it generates. */
function countOf(id: string, sources: CopySources): number {
  return sources.childrenOf(id).reduce((sum, child) => sum + countOf(child, sources), 1);
}

function contextOf(sources: CopySources): RepeatContext {
  return {
    worldOf: (id) =>
      branchOf(id, sources).reduce((world, one) => {
        const node = sources.nodeOf(one);
        return node ? world.premultiply(localMatrix(node)) : world;
      }, new Matrix4()),
    pathOf: (id) => {
      const node = sources.nodeOf(id);
      return node?.kind === 'path' ? node.props : null;
    },
    shapeOf: (id) => {
      const node = sources.nodeOf(id);
      return node ? shapeOf({ id, node, ties: sources.ties }) : null;
    },
  };
}

/** Nodes and ties on which the places of copies along a guide depend; none without a guide. */
function readsOf(id: string, guide: string | null, sources: CopySources): string[] {
  if (guide === null) {
    return [];
  }
  const node = sources.nodeOf(guide);
  return [...branchOf(id, sources), ...branchOf(guide, sources), ...(node ? tiesOf(guide, node) : [])];
}

/** A node and its ancestors. */
function branchOf(id: string, { parentOf }: CopySources): string[] {
  const branch = [id];
  for (let up = parentOf(id); up !== null; up = parentOf(up)) {
    branch.push(up);
  }
  return branch;
}
