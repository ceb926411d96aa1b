import { Matrix4, Quaternion, Vector3 } from 'three';
import { compareSiblings } from './compare-siblings.ts';
import type { SceneDocument, SceneNode } from './document.ts';

/**
 * Effective parents and children. Concurrent edits can create cycles and orphans. Both are resolved
 * deterministically, in any order of the nodes: an orphan becomes a root, and a cycle is broken at its
 * smallest id.
 */
export type Hierarchy = {
  /** The effective parent, null at the root. */
  parentOf: ReadonlyMap<string, string | null>;
  /** Ordered children; the key null holds the roots. */
  childrenOf: ReadonlyMap<string | null, readonly string[]>;
};

/** A node with its world transform. */
export type ResolvedNode = {
  id: string;
  node: SceneNode;
  /** The effective parent, null at the root. */
  parent: string | null;
  /** 0 at the root. */
  depth: number;
  /** From local space to scene space, in metres. */
  world: Matrix4;
  /** Whether the node and all its ancestors are visible. */
  visible: boolean;
};

/** Input of a hierarchy: parent and index of every node. */
export type Links = Readonly<Record<string, Pick<SceneNode, 'parent' | 'index'>>>;

const NO_CHILDREN: readonly string[] = [];
const IDENTITY = new Matrix4();

/**
 * Determines every node's effective parent and every parent's ordered children. Linear in the nodes, except
 * for sorting.
 */
export function resolveHierarchy(nodes: Links): Hierarchy {
  const parentOf = effectiveParents(nodes);
  const childrenOf = new Map<string | null, string[]>();
  for (const [id, parent] of parentOf) {
    const siblings = childrenOf.get(parent);
    if (siblings) {
      siblings.push(id);
    } else {
      childrenOf.set(parent, [id]);
    }
  }
  const siblingOf = (id: string) => ({ id, index: nodes[id]?.index ?? '' });
  for (const siblings of childrenOf.values()) {
    siblings.sort((a, b) => compareSiblings(siblingOf(a), siblingOf(b)));
  }
  return { parentOf, childrenOf };
}

/** The ordered children of a node, or the roots for null. */
export function childrenOf(hierarchy: Hierarchy, id: string | null): readonly string[] {
  return hierarchy.childrenOf.get(id) ?? NO_CHILDREN;
}

/** The nodes and all their descendants, each once, parents before children. */
export function withDescendants(hierarchy: Hierarchy, ids: Iterable<string>): string[] {
  const found = new Set<string>();
  const stack = [...ids].reverse();
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (found.has(id) || !hierarchy.parentOf.has(id)) {
      continue;
    }
    found.add(id);
    stack.push(...[...childrenOf(hierarchy, id)].reverse());
  }
  return [...found];
}

/** The nodes without an ancestor among them, in the given order, for operations on groups. */
export function withoutNested(hierarchy: Hierarchy, ids: Iterable<string>): string[] {
  const chosen = new Set(ids);
  const isNested = (id: string) => {
    for (let up = hierarchy.parentOf.get(id) ?? null; up !== null; up = hierarchy.parentOf.get(up) ?? null) {
      if (chosen.has(up)) {
        return true;
      }
    }
    return false;
  };
  return [...chosen].filter((id) => hierarchy.parentOf.has(id) && !isNested(id));
}

const position = new Vector3();
const rotation = new Quaternion();
const scale = new Vector3();

/** Local matrix of a node; its rotation is normalised, a rotation of length 0 is the identity. */
export function localMatrix(node: SceneNode, target = new Matrix4()): Matrix4 {
  position.fromArray(node.position);
  rotation.fromArray(node.rotation).normalize();
  scale.fromArray(node.scale);
  return target.compose(position, rotation, scale);
}

/** World matrix of a node, by walking up its ancestors; use {@link resolveScene} for many. */
export function worldMatrix(document: SceneDocument, hierarchy: Hierarchy, id: string): Matrix4 {
  const world = new Matrix4();
  const local = new Matrix4();
  for (let up: string | null = id; up !== null; up = hierarchy.parentOf.get(up) ?? null) {
    const node = document.nodes[up];
    if (node) {
      world.premultiply(localMatrix(node, local));
    }
  }
  return world;
}

/** World transforms of all nodes by id, parents before children, siblings in order. */
export function resolveScene(
  document: SceneDocument,
  hierarchy = resolveHierarchy(document.nodes),
): ReadonlyMap<string, ResolvedNode> {
  const resolved = new Map<string, ResolvedNode>();
  for (const id of withDescendants(hierarchy, childrenOf(hierarchy, null))) {
    const node = document.nodes[id];
    if (!node) {
      continue;
    }
    const parent = hierarchy.parentOf.get(id) ?? null;
    const above = parent === null ? undefined : resolved.get(parent);
    resolved.set(id, {
      id,
      node,
      parent,
      depth: above ? above.depth + 1 : 0,
      world: localMatrix(node).premultiply(above?.world ?? IDENTITY),
      visible: node.visible && (above?.visible ?? true),
    });
  }
  return resolved;
}

function effectiveParents(nodes: Links): Map<string, string | null> {
  const parentOf = new Map<string, string | null>();
  for (const [id, { parent }] of Object.entries(nodes)) {
    // A parent may be any string in an unparsed document, so only own keys count.
    parentOf.set(id, parent !== null && Object.hasOwn(nodes, parent) ? parent : null);
  }
  const settled = new Set<string>();
  for (const start of parentOf.keys()) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let id: string | null = start;
    while (id !== null && !settled.has(id) && !onPath.has(id)) {
      path.push(id);
      onPath.add(id);
      id = parentOf.get(id) ?? null;
    }
    if (id !== null && onPath.has(id)) {
      const cycle = path.slice(path.indexOf(id));
      parentOf.set(cycle.sort()[0] ?? id, null);
    }
    for (const done of path) {
      settled.add(done);
    }
  }
  return parentOf;
}

/** Visibility overrides at an annotation of the tour, or at none. */
export type VisibilityOverrides = { hidden: ReadonlySet<string>; shown: ReadonlySet<string> };

/** No visibility overrides. */
export const NO_OVERRIDES: VisibilityOverrides = { hidden: new Set(), shown: new Set() };

/** Whether a node is visible, apart from its ancestors. */
export function isVisibleItself(
  { hidden, shown }: VisibilityOverrides,
  id: string,
  node: { visible: boolean } | undefined,
): boolean {
  return !hidden.has(id) && (node?.visible === true || shown.has(id));
}
