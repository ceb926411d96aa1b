import type { NodeOf, SceneNode } from '../document.ts';
import type { FieldValues } from '../field-values.ts';
import type { NodeKind } from '../nodes/index.ts';
import type { Placement } from '../nodes/repeat/layout.ts';
import type { NodeDependencies } from '../nodes/traits.ts';
import { copiesOfInstance } from './instance-copies.ts';
import { copiesOfRepeat } from './repeat-copies.ts';

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
export type CopyMaker<K extends NodeKind = NodeKind> = (
  owner: { id: string; node: NodeOf<K> },
  sources: CopySources,
) => Copies;

/** The kinds that generate copies of other nodes; their traits have `isCopier`. */
const MAKERS: { readonly [K in NodeKind]?: CopyMaker<K> } = {
  instance: copiesOfInstance,
  repeat: copiesOfRepeat,
};

/** Returns the copies that a node generates, undefined for kinds without copies. */
export function copiesOf(owner: { id: string; node: SceneNode }, sources: CopySources): Copies | undefined {
  // The table pairs each kind with a maker for its nodes; a union of nodes cannot express that pairing.
  return (MAKERS[owner.node.kind] as CopyMaker | undefined)?.(owner, sources);
}
