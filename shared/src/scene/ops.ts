import { Matrix4, Vector3 } from 'three';
import * as Y from 'yjs';
import { tourOf } from './annotations.ts';
import type { Sibling } from './compare-siblings.ts';
import { addNodeRows, nodeRowsOf } from './copies/copied-rows.ts';
import { findCopies } from './copies/copied-values.ts';
import { isGeneratedId } from './copies/generated-id.ts';
import { writeNodeField, writtenId, writtenParent } from './copies/write-node.ts';
import { NODE_DEFAULTS } from './defaults.ts';
import { type NodeKind, type SceneDocument, type SceneNode, sceneNode } from './document.ts';
import { hostOf, overridesPropOf, roleOf, withRenamed } from './nodes/kinds.ts';
import type { PropsOf } from './nodes/props.ts';
import {
  childrenOf,
  type Hierarchy,
  type Links,
  resolveHierarchy,
  withDescendants,
  withoutNested,
  worldMatrix,
} from './resolve.ts';
import { newSceneId } from './scene-id.ts';
import { placeSiblings } from './sibling-order.ts';
import { inverseOf, transformOf } from './transform.ts';
import { putRow, readDocument, readLinks, sceneRoots } from './ydoc.ts';

/**
 * Edits of a live document. Each is one transaction; to combine several into one edit, or to set an origin
 * (which undo tracks), call them inside `ydoc.transact(() => …, origin)`. Ids that another user removed
 * meanwhile are ignored.
 */

/** Changes to a node: any of its values, and any members of its props. */
export type NodePatch<K extends NodeKind = NodeKind> = Partial<Omit<SceneNode, 'kind' | 'props'>> & {
  props?: Partial<PropsOf<K>>;
};

/**
 * A new node: its kind, and values that differ from the kind's defaults. It becomes the last child of its
 * parent.
 */
export type NewNode<K extends NodeKind = NodeKind> = { kind: K; id?: string } & Omit<NodePatch<K>, 'index'>;

/**
 * Target of a move: the parent `parent` (null is the root), before the sibling `before`, last without one.
 */
export type Place = { parent: string | null; before?: string | null };

/**
 * Adds a node and returns its id.
 * @throws ZodError when a value is outside its schema, which is a bug in the caller.
 */
export function addNode<K extends NodeKind>(ydoc: Y.Doc, init: NewNode<K>): string {
  const [id = ''] = addNodes(ydoc, [init]);
  return id;
}

/**
 * Adds several nodes and returns their ids; those of one parent become its last children, in the given order.
 * @throws ZodError when a value is outside its schema, which is a bug in the caller.
 */
export function addNodes(ydoc: Y.Doc, inits: readonly NewNode[]): string[] {
  return ydoc.transact(() => {
    const { nodes } = sceneRoots(ydoc);
    const links = readLinks(nodes);
    const hierarchy = resolveHierarchy(links);
    const added = inits.map((init) => ({
      ...init,
      id: init.id ?? newSceneId(),
      parent: init.parent == null ? null : writtenParent(ydoc, init.parent),
    }));
    for (const [parent, siblings] of Map.groupBy(added, (init) => init.parent)) {
      const keys = place(ydoc, siblingsOf(links, parent, hierarchy), null, siblings.length);
      for (const [i, { id, ...init }] of siblings.entries()) {
        putRow('nodes', nodes, id, sceneNode.parse({ ...init, index: keys[i] }));
      }
    }
    return added.map(({ id }) => id);
  });
}

/** Changes values of a node; omitted members of `props` stay. */
export function updateNode<K extends NodeKind>(ydoc: Y.Doc, id: string, patch: NodePatch<K>): void {
  ydoc.transact(() => writePatch(ydoc, id, patch));
}

/** Changes several nodes at once, for example at the end of a drag. */
export function updateNodes(ydoc: Y.Doc, patches: ReadonlyMap<string, NodePatch>): void {
  ydoc.transact(() => {
    for (const [id, patch] of patches) {
      writePatch(ydoc, id, patch);
    }
  });
}

/** Removes nodes with all their descendants; returns the ids of all removed nodes. Nodes of instances are hidden there. */
export function removeNodes(ydoc: Y.Doc, ids: Iterable<string>): string[] {
  const { nodes } = sceneRoots(ydoc);
  const written = [...ids].map((id) => writtenId(ydoc, id));
  const gone = withDescendants(resolveHierarchy(readLinks(nodes)), written);
  ydoc.transact(() => {
    for (const id of gone) {
      nodes.delete(id);
    }
    for (const id of written.filter(isGeneratedId)) {
      writePatch(ydoc, id, { visible: false });
    }
  });
  return gone;
}

/**
 * Copies nodes with their descendants, each directly after its original; returns the ids of the outermost
 * copies.
 */
export function duplicateNodes(ydoc: Y.Doc, ids: Iterable<string>): string[] {
  return ydoc.transact(() => {
    const document = readDocument(ydoc);
    const { nodes } = document;
    const hierarchy = resolveHierarchy(nodes);
    const siblings = new Map<string | null, Sibling[]>();
    const roots = withoutNested(hierarchy, writtenIds(ydoc, ids));
    const named = new Map(withDescendants(hierarchy, roots).map((id) => [id, newSceneId()]));
    const outermost = roots.map((id) => {
      const parent = hierarchy.parentOf.get(id) ?? null;
      const siblingNodes = siblings.get(parent) ?? siblingsOf(nodes, parent, hierarchy);
      siblings.set(parent, siblingNodes);
      const at = siblingNodes.findIndex((sibling) => sibling.id === id) + 1;
      const [index = NODE_DEFAULTS.index] = place(ydoc, siblingNodes, siblingNodes[at]?.id ?? null, 1);
      const copy = copySubtree(ydoc, { nodes, hierarchy, id, parent, index, named });
      siblingNodes.splice(at, 0, { id: copy, index });
      return copy;
    });
    followInTour(ydoc, new Map([...named].map(([original, copy]) => [copy, original])));
    addNodeRows(ydoc, nodeRowsOf(document, findCopies(named)));
    return outermost;
  });
}

/**
 * Moves copies of annotations directly after their originals in the tour, or to the end when the original is
 * not in the scene.
 * @param copies - original id by copy id, of nodes of any kind
 */
export function followInTour(ydoc: Y.Doc, copies: ReadonlyMap<string, string>): void {
  const { nodes } = sceneRoots(ydoc);
  const made = [...copies.keys()].map((id) => nodes.get(id));
  if (made.some((node) => node instanceof Y.Map && node.get('kind') === 'annotation')) {
    for (const [id, order] of placeCopies(readDocument(ydoc), copies)) {
      updateNode<'annotation'>(ydoc, id, { props: { order } });
    }
  }
}

/**
 * Moves nodes to a place in the tree, in the given order, and keeps their world transforms. Nodes are not
 * moved below themselves, nor out of a required parent. Below a non-uniformly scaled parent, the world
 * transform of a rotated node can be kept only approximately.
 */
export function moveNodes(ydoc: Y.Doc, ids: Iterable<string>, target: Place): void {
  ydoc.transact(() => {
    const document = readDocument(ydoc);
    const hierarchy = resolveHierarchy(document.nodes);
    const parent = target.parent === null ? null : writtenParent(ydoc, target.parent);
    const before = target.before == null ? null : writtenId(ydoc, target.before);
    const moved = withoutNested(hierarchy, writtenIds(ydoc, ids)).filter((id) =>
      mayHang(document.nodes, id, parent),
    );
    if (parent !== null && withDescendants(hierarchy, moved).includes(parent)) {
      return;
    }
    const siblings = siblingsOf(document.nodes, parent, hierarchy).filter(({ id }) => !moved.includes(id));
    const keys = place(ydoc, siblings, before, moved.length);
    const inverse = inverseWorld(document, hierarchy, parent);
    for (const [i, id] of moved.entries()) {
      const isPlaced =
        (hierarchy.parentOf.get(id) ?? null) === parent || hostKind(document.nodes, id) !== null;
      const transform = isPlaced
        ? {}
        : transformOf(worldMatrix(document, hierarchy, id).premultiply(inverse), document.nodes[id]);
      writePatch(ydoc, id, { ...transform, parent, index: keys[i] ?? NODE_DEFAULTS.index });
    }
  });
}

/**
 * Groups nodes at their centre, at the tree position of the first of them; returns the group's id, null
 * without nodes. Nodes with a required parent stay there.
 * @param holder - the new node, a group by default
 */
export function groupNodes(ydoc: Y.Doc, ids: Iterable<string>, holder: Partial<NewNode> = {}): string | null {
  return ydoc.transact(() => {
    const document = readDocument(ydoc);
    const hierarchy = resolveHierarchy(document.nodes);
    const members = withoutNested(hierarchy, writtenIds(ydoc, ids)).filter(
      (id) => hostKind(document.nodes, id) === null,
    );
    const first = members[0];
    if (first === undefined) {
      return null;
    }
    const middle = new Vector3();
    for (const id of members) {
      middle.add(new Vector3().setFromMatrixPosition(worldMatrix(document, hierarchy, id)));
    }
    const parent = hierarchy.parentOf.get(first) ?? null;
    middle.divideScalar(members.length).applyMatrix4(inverseWorld(document, hierarchy, parent));
    const group = addNode(ydoc, { kind: 'group', ...holder, parent, position: middle.toArray() });
    moveNodes(ydoc, [group], { parent, before: first });
    moveNodes(ydoc, members, { parent: group });
    return group;
  });
}

/**
 * Ungroups: moves the children to the group's tree position and keeps their world transforms; returns the
 * children.
 */
export function ungroupNodes(ydoc: Y.Doc, ids: Iterable<string>): string[] {
  return ydoc.transact(() => {
    const freed: string[] = [];
    for (const id of writtenIds(ydoc, ids)) {
      const { nodes } = readDocument(ydoc);
      const hierarchy = resolveHierarchy(nodes);
      const node = nodes[id];
      if (!node || roleOf(node.kind) !== 'holder' || overridesPropOf(node.kind) !== undefined) {
        continue;
      }
      const members = childrenOf(hierarchy, id);
      moveNodes(ydoc, members, { parent: hierarchy.parentOf.get(id) ?? null, before: id });
      sceneRoots(ydoc).nodes.delete(id);
      freed.push(...members);
    }
    return freed;
  });
}

function writtenIds(ydoc: Y.Doc, ids: Iterable<string>): string[] {
  return [...ids].map((id) => writtenId(ydoc, id));
}

/**
 * Makes a node a group, which keeps its children and gets new ones.
 * @param children - new children, whose `parent` is null, with their descendants
 */
export function replaceByGroup(ydoc: Y.Doc, id: string, children: readonly NewNode[]): void {
  ydoc.transact(() => {
    const node = readDocument(ydoc).nodes[id];
    if (node) {
      putRow('nodes', sceneRoots(ydoc).nodes, id, { ...node, kind: 'group', props: {} } as SceneNode);
      addNodes(
        ydoc,
        children.map((child) => ({ ...child, parent: child.parent ?? id })),
      );
    }
  });
}

/** Required parent kind of a node, null for kinds that may have any parent. */
function hostKind(nodes: SceneDocument['nodes'], id: string): NodeKind | null {
  const node = nodes[id];
  return node ? hostOf(node.kind) : null;
}

/** Whether a node may be a child of another, or a root. */
function mayHang(nodes: SceneDocument['nodes'], id: string, parent: string | null): boolean {
  const host = hostKind(nodes, id);
  return host === null || (parent !== null && nodes[parent]?.kind === host);
}

function inverseWorld(document: SceneDocument, hierarchy: Hierarchy, id: string | null): Matrix4 {
  return id === null ? new Matrix4() : inverseOf(worldMatrix(document, hierarchy, id));
}

function siblingsOf(nodes: Links, parent: string | null, hierarchy = resolveHierarchy(nodes)): Sibling[] {
  return childrenOf(hierarchy, parent).map((id) => ({ id, index: nodes[id]?.index ?? NODE_DEFAULTS.index }));
}

/**
 * Order keys before the sibling `before` (else last); siblings with conflicting keys get new ones
 * immediately.
 */
function place(ydoc: Y.Doc, siblings: Sibling[], before: string | null, count: number): string[] {
  const found = siblings.findIndex(({ id }) => id === before);
  const { placed, moved } = placeSiblings(siblings, found < 0 ? siblings.length : found, count);
  for (const { id, index } of moved) {
    writePatch(ydoc, id, { index });
    const sibling = siblings.find((one) => one.id === id);
    if (sibling) {
      sibling.index = index;
    }
  }
  return placed;
}

type CopyJob = {
  nodes: SceneDocument['nodes'];
  hierarchy: Hierarchy;
  id: string;
  parent: string | null;
  index: string;
  /** Copy id by original id, for all nodes copied together. */
  named: ReadonlyMap<string, string>;
};

function copySubtree(ydoc: Y.Doc, { nodes, hierarchy, id, parent, index, named }: CopyJob): string {
  for (const original of withDescendants(hierarchy, [id])) {
    const [node, copy] = [nodes[original], named.get(original)];
    if (node && copy !== undefined) {
      const at = original === id ? { parent, index } : { parent: named.get(node.parent ?? '') ?? null };
      putRow('nodes', sceneRoots(ydoc).nodes, copy, { ...withRenamed(node, (one) => named.get(one)), ...at });
    }
  }
  return named.get(id) ?? id;
}

function writePatch(ydoc: Y.Doc, id: string, { props = {}, ...own }: NodePatch): void {
  const values = [
    ...Object.entries(own),
    ...Object.entries(props).map(([key, value]) => [`props.${key}`, value] as const),
  ];
  for (const [key, value] of values) {
    if (value !== undefined) {
      writeNodeField(ydoc, id, key, value);
    }
  }
}

/**
 * New `order` of copied annotations, and of those that have to make room: each copy follows its original, or
 * is last when that is not in the scene.
 * @param copies - original id by copy id; copies of one original in the desired order
 */
function placeCopies(
  document: Pick<SceneDocument, 'nodes'>,
  copies: ReadonlyMap<string, string>,
): Map<string, string> {
  const stops = tourOf(document).map(({ id, node }) => ({ id, index: node.props.order }));
  const tour = stops.filter(({ id }) => !copies.has(id));
  const isHere = new Set(tour.map(({ id }) => id));
  const orders = new Map<string, string>();
  const insert = (at: number, ids: readonly string[]) => {
    const { placed, moved } = placeSiblings(tour, at, ids.length);
    const changed = [...ids.map((id, i) => ({ id, index: placed[i] ?? '' })), ...moved];
    tour.splice(at, moved.length, ...changed);
    for (const { id, index } of changed) {
      orders.set(id, index);
    }
  };
  const copiesOf = Map.groupBy(copies.keys(), (id) => copies.get(id));
  for (let at = 1; at <= tour.length; at += 1) {
    const ids = copiesOf.get(tour[at - 1]?.id) ?? [];
    if (ids.length > 0) {
      insert(at, ids);
      at += ids.length;
    }
  }
  const strange = stops.filter(({ id }) => copies.has(id) && !isHere.has(copies.get(id) ?? ''));
  insert(
    tour.length,
    strange.map(({ id }) => id),
  );
  return orders;
}
