import { Matrix4, Quaternion, Vector3 } from 'three';
import { compareSiblings } from './compare-siblings.ts';
import type { SceneDocument, SceneNode } from './document.ts';

/**
 * Who is whose child. People editing at once can make cycles and orphans; both are resolved the same everywhere,
 * whatever order the nodes come in: an orphan stands at the root, and a cycle opens at its smallest id.
 */
export type Hierarchy = {
  /** The parent that counts, null at the root. */
  parentOf: ReadonlyMap<string, string | null>;
  /** Ordered children; the key null holds the roots. */
  childrenOf: ReadonlyMap<string | null, readonly string[]>;
};

/** A node where it stands in the world. */
export type ResolvedNode = {
  id: string;
  node: SceneNode;
  /** The parent that counts, null at the root. */
  parent: string | null;
  /** 0 at the root. */
  depth: number;
  /** From the node's space to the scene's, in metres. */
  world: Matrix4;
  /** Visible itself and by all its ancestors. */
  visible: boolean;
};

/** What a hierarchy is made from: any part of a document's nodes that says parent and index. */
export type Links = Readonly<Record<string, Pick<SceneNode, 'parent' | 'index'>>>;

const NO_CHILDREN: readonly string[] = [];
const IDENTITY = new Matrix4();

/** Finds every node's effective parent and every parent's ordered children. Linear in the nodes, but for sorting. */
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

/** Those of the nodes that have no ancestor among them, in the given order: what a group operation acts on. */
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

/** A node's own matrix; its rotation is normalised, a rotation of length 0 is none. */
export function localMatrix(node: SceneNode, target = new Matrix4()): Matrix4 {
  position.fromArray(node.position);
  rotation.fromArray(node.rotation).normalize();
  scale.fromArray(node.scale);
  return target.compose(position, rotation, scale);
}

/** A node's matrix in the scene, by walking up its ancestors; use {@link resolveScene} for many. */
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

/** Every node where it stands, parents before children, siblings in order; look one up by its id. */
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
    // A parent may be any string in a document that was not parsed: only own keys count.
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
