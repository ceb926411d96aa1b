import type { NodeOf, SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { LiveDocument, type SceneListener } from '@diorama/shared/scene/live-document.ts';
import { childrenOf, type Hierarchy, resolveHierarchy, worldMatrix } from '@diorama/shared/scene/resolve.ts';
import type { Matrix4 } from 'three';
import type * as Y from 'yjs';
import type { Readable } from '../store.ts';
import { Manager } from './manager.ts';

/** The document as it is now, and questions about it. Read only: edits go through the editor. */
export class SceneManager extends Manager implements Readable<SceneDocument> {
  readonly #live: LiveDocument;
  #hierarchy: { of: SceneDocument['nodes']; value: Hierarchy } | null = null;

  constructor(ydoc: Y.Doc) {
    super();
    this.#live = new LiveDocument(ydoc);
    this.register(() => this.#live.dispose());
  }

  readonly get = (): SceneDocument => this.#live.document;

  readonly subscribe = (listener: () => void): (() => void) => this.#live.subscribe(listener);

  /** Hears of each change with what it touched. */
  onChange(listener: SceneListener): () => void {
    return this.#live.subscribe(listener);
  }

  /** Who is whose child; worked out once for each state of the nodes. */
  get hierarchy(): Hierarchy {
    const { nodes } = this.get();
    if (this.#hierarchy?.of !== nodes) {
      this.#hierarchy = { of: nodes, value: resolveHierarchy(nodes) };
    }
    return this.#hierarchy.value;
  }

  /** A node, undefined for one that is not there. */
  node(id: string): SceneNode | undefined {
    const { nodes } = this.get();
    return Object.hasOwn(nodes, id) ? nodes[id] : undefined;
  }

  /** All nodes of a kind with their ids. */
  nodesOf<K extends SceneNode['kind']>(kind: K): [string, NodeOf<K>][] {
    return Object.entries(this.get().nodes).filter(
      (entry): entry is [string, NodeOf<K>] => entry[1].kind === kind,
    );
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

  /** Whether a node can be seen and pressed in the viewport: shown and unlocked, it and all above it. */
  isReachable(id: string): boolean {
    return [id, ...this.ancestorsOf(id)].every((one) => {
      const node = this.node(one);
      return node?.visible === true && !node.locked;
    });
  }
}
