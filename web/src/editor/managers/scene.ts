import { Expansion } from '@diorama/shared/scene/copies/expansion.ts';
import { isRepeated } from '@diorama/shared/scene/copies/generated-id.ts';
import { editWithin, shownId } from '@diorama/shared/scene/copies/write-node.ts';
import type { NodeOf, SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { type FieldValues, rowsOf, withValues } from '@diorama/shared/scene/field-values.ts';
import { fitsField, fitsNode } from '@diorama/shared/scene/fits-field.ts';
import { LiveDocument, type SceneListener } from '@diorama/shared/scene/live-document.ts';
import { materialIdsOf, roleOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { childrenOf, type Hierarchy, localMatrix, resolveHierarchy } from '@diorama/shared/scene/resolve.ts';
import { noChange, type SceneChange, uniteChanges } from '@diorama/shared/scene/scene-change.ts';
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { Matrix4 } from 'three';
import type * as Y from 'yjs';
import { trackSignal } from '../signals.ts';
import { Manager } from './manager.ts';

const NOBODY: ReadonlySet<string> = new Set();

type Kind = SceneNode['kind'];
type Nodes = SceneDocument['nodes'];

/**
 * Current document with queries. Read-only: edits go through the editor. Frequent queries use indexes that
 * each change updates, so that an edit of one node costs the same in a scene of thousands.
 */
export class SceneManager extends Manager {
  readonly #live: LiveDocument;
  readonly #kinds = new Map<Kind, Set<string>>();
  /** Nodes that use each material. */
  readonly #users = new Map<string, Set<string>>();
  /** Number of changes of nodes, by kind. */
  readonly #revisions = new Map<Kind, Signal<number>>();
  readonly #sharedListeners = new Set<SceneListener>();
  readonly #listeners = new Set<(document: SceneDocument, change: SceneChange) => void>();
  readonly #shared: Signal<SceneDocument>;
  readonly #unexpandedListeners = new Set<(document: SceneDocument, change: SceneChange) => void>();
  readonly #unexpanded: Signal<SceneDocument>;
  readonly #document: Signal<SceneDocument>;
  readonly #expansion = new Expansion({ fits: fitsNode });
  /** The document as it is stored. */
  readonly shared: ReadonlySignal<SceneDocument>;
  /** The stored document with the values of {@link showValues}. */
  readonly unexpanded: ReadonlySignal<SceneDocument>;
  /** The document as it is shown: with the nodes that instances generate, and without components. */
  readonly document: ReadonlySignal<SceneDocument>;
  readonly #edited = signal<string | null>(null);
  /** Instance within which edits change the component; null for none. */
  readonly edited: ReadonlySignal<string | null> = this.#edited;
  readonly #ydoc: Y.Doc;
  #valuesIn: ((document: SceneDocument) => readonly FieldValues[]) | null = null;
  #values: readonly FieldValues[] = [];
  /** Nodes at the last change of the tree. */
  readonly #tree: Signal<Nodes>;
  readonly #hierarchy = computed(() => resolveHierarchy(withoutRepeated(this.#tree.value)));

  constructor(ydoc: Y.Doc) {
    super();
    this.#ydoc = ydoc;
    this.register(() => editWithin(ydoc, null));
    this.#live = new LiveDocument(ydoc);
    this.register(() => this.#live.dispose());
    this.register(() => this.#listeners.clear());
    this.register(() => this.#sharedListeners.clear());
    this.register(() => this.#unexpandedListeners.clear());
    this.#shared = signal(this.#live.document);
    this.shared = this.#shared;
    this.#unexpanded = signal(this.#live.document);
    this.unexpanded = this.#unexpanded;
    const { document } = this.#expansion.update(this.#live.document);
    this.#document = signal(document);
    this.document = this.#document;
    this.#tree = signal(document.nodes);
    this.#index({}, document.nodes, Object.keys(document.nodes));
    this.register(
      this.#live.subscribe((shared, change, transaction) =>
        batch(() => {
          this.#shared.value = shared;
          this.#show(change, () => {
            for (const listener of [...this.#sharedListeners]) {
              listener(shared, change, transaction);
            }
          });
        }),
      ),
    );
  }

  /** Reports each change of the stored document with its transaction, before {@link onChange} and effects. */
  onSharedChange(listener: SceneListener): () => void {
    this.#sharedListeners.add(listener);
    return () => this.#sharedListeners.delete(listener);
  }

  /** Shows these values over the stored document, for this user only; null ends it. */
  showValues(valuesIn: ((document: SceneDocument) => readonly FieldValues[]) | null): void {
    this.#valuesIn = valuesIn;
    batch(() => this.#show({ ...noChange(), scene: false }));
  }

  /** Edits of nodes in this instance change its component from now on; null ends it. */
  editWithin(instance: string | null): void {
    editWithin(this.#ydoc, instance);
    this.#edited.value = instance;
  }

  /** The node that shows a stored node of the edited component. */
  shownOf(id: string): string {
    return shownId(this.#ydoc, id);
  }

  /** Reports each change of {@link unexpanded}, before {@link onChange}. */
  onUnexpandedChange(listener: (document: SceneDocument, change: SceneChange) => void): () => void {
    this.#unexpandedListeners.add(listener);
    return () => this.#unexpandedListeners.delete(listener);
  }

  /** Reports each change of the shown document with the touched parts, before effects run. */
  onChange(listener: (document: SceneDocument, change: SceneChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reports added, changed and removed nodes of some kinds, without copies of repeats. */
  onNodes(matches: (kind: Kind) => boolean, listener: (ids: readonly string[]) => void): () => void {
    let { nodes } = this.document.value;
    const isOf = (node: SceneNode | undefined) => node !== undefined && matches(node.kind);
    return this.onChange((document, change) => {
      const before = nodes;
      nodes = document.nodes;
      const ids = [...change.nodes].filter((id) => !isRepeated(id) && (isOf(before[id]) || isOf(nodes[id])));
      if (ids.length > 0) {
        listener(ids);
      }
    });
  }

  /** Parents and children, without copies of repeats; the same object until the tree changes. */
  get hierarchy(): Hierarchy {
    return this.#hierarchy.value;
  }

  /** Node by id; undefined if it does not exist. */
  node(id: string): SceneNode | undefined {
    const { nodes } = this.document.value;
    return Object.hasOwn(nodes, id) ? nodes[id] : undefined;
  }

  /** All nodes of some kinds with their ids. */
  nodesOf<K extends Kind>(...kinds: readonly K[]): [string, NodeOf<K>][] {
    const { nodes } = this.document.value;
    const matches = (node: SceneNode | undefined): node is NodeOf<K> =>
      node !== undefined && kinds.some((kind) => kind === node.kind);
    return this.idsOf(...kinds).flatMap((id): [string, NodeOf<K>][] => {
      const node = nodes[id];
      return matches(node) ? [[id, node]] : [];
    });
  }

  /** Ids of all nodes of some kinds; signals that read it follow only changes of the tree. */
  idsOf(...kinds: readonly Kind[]): string[] {
    trackSignal(this.#tree);
    return kinds.flatMap((kind) => [...(this.#kinds.get(kind) ?? [])]);
  }

  /** Number of changes of nodes of some kinds; signals that read it follow only these. */
  revisionOf(...kinds: readonly Kind[]): number {
    return kinds.reduce((sum, kind) => sum + this.#revision(kind).value, 0);
  }

  hasAny(kind: Kind): boolean {
    trackSignal(this.#tree);
    return (this.#kinds.get(kind)?.size ?? 0) > 0;
  }

  /** Ids of the nodes that use a material, for the whole node or for a slot. */
  nodesUsing(material: string): ReadonlySet<string> {
    trackSignal(this.document);
    return this.#users.get(material) ?? NOBODY;
  }

  /** Whether a node is a pure container, such as a group. */
  isHolder(id: string): boolean {
    const node = this.node(id);
    return node !== undefined && roleOf(node.kind) === 'holder';
  }

  /** Ordered children of a node, or the roots for null. */
  children(id: string | null): readonly string[] {
    return childrenOf(this.hierarchy, id);
  }

  /** Effective parent, null at the root. */
  parentOf(id: string): string | null {
    return (isRepeated(id) ? this.node(id)?.parent : this.hierarchy.parentOf.get(id)) ?? null;
  }

  /** Ancestors of a node, nearest first. */
  ancestorsOf(id: string): string[] {
    const found: string[] = [];
    for (let up = this.parentOf(id); up !== null; up = this.parentOf(up)) {
      found.push(up);
    }
    return found;
  }

  /** World matrix of a node. */
  worldOf(id: string): Matrix4 {
    const world = new Matrix4();
    for (const one of [id, ...this.ancestorsOf(id)]) {
      const node = this.node(one);
      if (node) {
        world.premultiply(localMatrix(node));
      }
    }
    return world;
  }

  /** Whether a node or one of its ancestors is locked. */
  isLocked(id: string): boolean {
    return [id, ...this.ancestorsOf(id)].some((one) => this.node(one)?.locked === true);
  }

  #show(change: SceneChange, emitShared: () => void = () => undefined): void {
    const sets = this.#valuesIn?.(this.#shared.value) ?? [];
    const touched = [rowsOf(this.#values), rowsOf(sets)].reduce(uniteChanges, change);
    const before = this.#document.value;
    const below = this.#unexpanded.value;
    const unexpanded = withValues(this.#shared.value, sets, fitsField);
    const { document, change: drawn = touched } = this.#expansion.update(unexpanded, touched);
    this.#values = sets;
    this.#unexpanded.value = unexpanded;
    this.#document.value = document;
    if (this.#edited.value !== null && this.node(this.#edited.value)?.kind !== 'instance') {
      this.editWithin(null);
    }
    this.#index(before.nodes, document.nodes, drawn.nodes);
    emitShared();
    if (unexpanded === below) {
      return;
    }
    for (const listener of [...this.#unexpandedListeners]) {
      listener(unexpanded, touched);
    }
    for (const listener of [...this.#listeners]) {
      listener(document, drawn);
    }
  }

  #revision(kind: Kind): Signal<number> {
    const revision = this.#revisions.get(kind) ?? signal(0);
    this.#revisions.set(kind, revision);
    return revision;
  }

  #index(before: Nodes, nodes: Nodes, touched: Iterable<string>): void {
    const kinds = new Set<Kind>();
    for (const id of touched) {
      if (isRepeated(id)) {
        continue;
      }
      const was = Object.hasOwn(before, id) ? before[id] : undefined;
      const is = this.node(id);
      for (const node of [was, is]) {
        if (node) {
          kinds.add(node.kind);
        }
      }
      if (was?.parent !== is?.parent || was?.index !== is?.index || was?.kind !== is?.kind) {
        this.#tree.value = nodes;
      }
      move(this.#users, id, was ? materialIdsOf(was) : [], is ? materialIdsOf(is) : []);
      if (was?.kind !== is?.kind) {
        move(this.#kinds, id, was ? [was.kind] : [], is ? [is.kind] : []);
      }
    }
    for (const kind of kinds) {
      const revision = this.#revision(kind);
      revision.value = revision.peek() + 1;
    }
  }
}

/** Nodes without copies of repeats. */
function withoutRepeated(nodes: Nodes): Nodes {
  const ids = Object.keys(nodes);
  return ids.some(isRepeated)
    ? Object.fromEntries(Object.entries(nodes).filter(([id]) => !isRepeated(id)))
    : nodes;
}

/** Moves an id from old keys to new ones; empty sets are removed. */
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
