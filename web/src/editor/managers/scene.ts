import type { NodeOf, SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { LiveDocument, type SceneListener } from '@diorama/shared/scene/live-document.ts';
import { materialIdsOf, roleOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { childrenOf, type Hierarchy, resolveHierarchy, worldMatrix } from '@diorama/shared/scene/resolve.ts';
import type { Matrix4 } from 'three';
import type * as Y from 'yjs';
import type { Readable } from '../store.ts';
import { Manager } from './manager.ts';

const NOBODY: ReadonlySet<string> = new Set();

type Kind = SceneNode['kind'];
type Nodes = SceneDocument['nodes'];

/**
 * The document as it is now, and questions about it. Read only: edits go through the editor. What is asked often is
 * kept by what a change touched, so that an edit of one node costs the same in a scene of thousands.
 */
export class SceneManager extends Manager implements Readable<SceneDocument> {
  readonly #live: LiveDocument;
  readonly #kinds = new Map<Kind, Set<string>>();
  /** The nodes that wear each material. */
  readonly #wearers = new Map<string, Set<string>>();
  #nodes: Nodes = {};
  #hierarchy: Hierarchy | null = null;

  constructor(ydoc: Y.Doc) {
    super();
    this.#live = new LiveDocument(ydoc);
    this.register(() => this.#live.dispose());
    const { nodes } = this.#live.document;
    this.#index(nodes, Object.keys(nodes));
    // The first to hear, so that whoever else hears of a change finds it in the index.
    this.#live.subscribe((document, change) => this.#index(document.nodes, change.nodes));
  }

  readonly get = (): SceneDocument => this.#live.document;

  readonly subscribe = (listener: () => void): (() => void) => this.#live.subscribe(listener);

  /** Hears of each change with what it touched. */
  onChange(listener: SceneListener): () => void {
    return this.#live.subscribe(listener);
  }

  /** Hears which nodes of some kinds were added, changed or removed. */
  onNodes(isMeant: (kind: Kind) => boolean, listener: (ids: readonly string[]) => void): () => void {
    let nodes = this.#nodes;
    const isOf = (node: SceneNode | undefined) => node !== undefined && isMeant(node.kind);
    return this.#live.subscribe((document, change) => {
      const before = nodes;
      nodes = document.nodes;
      const ids = [...change.nodes].filter((id) => isOf(before[id]) || isOf(nodes[id]));
      if (ids.length > 0) {
        listener(ids);
      }
    });
  }

  /** Who is whose child; the same object until a node comes, goes or moves in the tree. */
  get hierarchy(): Hierarchy {
    this.#hierarchy ??= resolveHierarchy(this.#nodes);
    return this.#hierarchy;
  }

  /** A node, undefined for one that is not there. */
  node(id: string): SceneNode | undefined {
    const { nodes } = this.get();
    return Object.hasOwn(nodes, id) ? nodes[id] : undefined;
  }

  /** All nodes of some kinds with their ids. */
  nodesOf<K extends Kind>(...kinds: readonly K[]): [string, NodeOf<K>][] {
    const ids = kinds.flatMap((kind) => [...(this.#kinds.get(kind) ?? [])]);
    const isMeant = (node: SceneNode | undefined): node is NodeOf<K> =>
      node !== undefined && kinds.some((kind) => kind === node.kind);
    return ids.flatMap((id): [string, NodeOf<K>][] => {
      const node = this.node(id);
      return isMeant(node) ? [[id, node]] : [];
    });
  }

  /** Whether there is any node of a kind. */
  hasAny(kind: Kind): boolean {
    return (this.#kinds.get(kind)?.size ?? 0) > 0;
  }

  /** The ids of the nodes that wear a material, by themselves or for a part of what they show. */
  wearersOf(material: string): ReadonlySet<string> {
    return this.#wearers.get(material) ?? NOBODY;
  }

  /** Whether a node is there only to hold others. */
  isHolder(id: string): boolean {
    const node = this.node(id);
    return node !== undefined && roleOf(node.kind) === 'holder';
  }

  /** The ordered children of a node, or the roots for null. */
  children(id: string | null): readonly string[] {
    return childrenOf(this.hierarchy, id);
  }

  /** The parent that counts, null at the root. */
  parentOf(id: string): string | null {
    return this.hierarchy.parentOf.get(id) ?? null;
  }

  /** The ancestors of a node, nearest first. */
  ancestorsOf(id: string): string[] {
    const found: string[] = [];
    for (let up = this.parentOf(id); up !== null; up = this.parentOf(up)) {
      found.push(up);
    }
    return found;
  }

  /** Where a node stands in the scene. */
  worldOf(id: string): Matrix4 {
    return worldMatrix(this.get(), this.hierarchy, id);
  }

  /** Whether a node is shown, it and all above it. */
  isShown(id: string): boolean {
    return [id, ...this.ancestorsOf(id)].every((one) => this.node(one)?.visible === true);
  }

  /** Whether a node can be seen and pressed in the viewport: shown and unlocked, it and all above it. */
  isReachable(id: string): boolean {
    return this.isShown(id) && !this.isLocked(id);
  }

  /** Whether a node, or anything that it is in, is locked. */
  isLocked(id: string): boolean {
    return [id, ...this.ancestorsOf(id)].some((one) => this.node(one)?.locked === true);
  }

  #index(nodes: Nodes, touched: Iterable<string>): void {
    const before = this.#nodes;
    this.#nodes = nodes;
    for (const id of touched) {
      const was = Object.hasOwn(before, id) ? before[id] : undefined;
      const is = this.node(id);
      if (was?.parent !== is?.parent || was?.index !== is?.index) {
        this.#hierarchy = null;
      }
      move(this.#wearers, id, was ? materialIdsOf(was) : [], is ? materialIdsOf(is) : []);
      if (was?.kind !== is?.kind) {
        move(this.#kinds, id, was ? [was.kind] : [], is ? [is.kind] : []);
      }
    }
  }
}

/** Enters an id below other keys than before; what holds nobody any more goes. */
function move<Key>(index: Map<Key, Set<string>>, id: string, from: readonly Key[], to: readonly Key[]): void {
  for (const key of from) {
    const ids = index.get(key);
    if (ids?.delete(id) && ids.size === 0) {
      index.delete(key);
    }
  }
  for (const key of to) {
    index.set(key, (index.get(key) ?? new Set()).add(id));
  }
}
