import type { SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { resolveHierarchy, withDescendants } from '@diorama/shared/scene/resolve.ts';
import { putRow, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { signal } from '@preact/signals-core';
import type * as Y from 'yjs';
import type { Collaboration, Dragging, Removal, SceneWriter, Selecting } from '../parts.ts';
import type { Author } from './authors.ts';
import { Manager } from './manager.ts';
import { readUnknownKeys, writeUnknownKeys } from './unknown-keys.ts';

/** Time for which a removal waits for the write that names its author, in milliseconds. */
const NAMED_WITHIN_MS = 1_000;

/**
 * Watches for deletions by others of what this person has selected, drags, or has changed without the server having stored
 * it yet, such as offline.
 */
export class RemovalsManager extends Manager {
  readonly last = signal<Removal | null>(null);
  readonly #editor: Collaboration & Dragging & SceneWriter & Selecting;
  /** Nodes with changes of this person that the server does not have yet. */
  readonly #unsaved = new Set<string>();
  /** A removal that is shown once its author is known. */
  #pending: { removal: Removal; timer: ReturnType<typeof setTimeout> } | null = null;

  /** Created before the selection manager, which removes deleted nodes from the selection. */
  constructor(editor: Collaboration & Dragging & SceneWriter & Selecting) {
    super();
    this.#editor = editor;
    this.register(() => clearTimeout(this.#pending?.timer));
    let before = editor.scene.shared.value;
    this.register(
      editor.scene.onSharedChange((after, change, transaction) => {
        if (transaction.local) {
          for (const id of change.nodes) {
            this.#unsaved.add(id);
          }
        } else {
          this.#namePending(editor.authors.authorOfWrite(transaction));
          this.#handleRemote(before, after, { ids: change.nodes, transaction });
        }
        before = after;
      }),
    );
  }

  /** The server has stored all that this person did. */
  markSaved(): void {
    this.#unsaved.clear();
  }

  #handleRemote(
    before: SceneDocument,
    after: SceneDocument,
    { ids, transaction }: { ids: ReadonlySet<string>; transaction: Y.Transaction },
  ): void {
    const gone = [...ids].filter((id) => before.nodes[id] && !Object.hasOwn(after.nodes, id));
    if (!gone.some((id) => this.#isInUse(id)) || this.#editor.history.isAdopting) {
      return;
    }
    const roots = this.#rootsInUse(before, gone);
    const all = withDescendants(resolveHierarchy(before.nodes), roots).filter((id) => gone.includes(id));
    const nodes = all.flatMap((id): [string, SceneNode][] => {
      const node = before.nodes[id];
      return node ? [[id, node]] : [];
    });
    const unknown = readUnknownKeys(transaction, transaction.doc);
    this.#show({
      name: before.nodes[roots[0] ?? '']?.name ?? '',
      count: roots.length,
      author: this.#editor.authors.authorOfWrite(transaction),
      restore: () => this.#restore(nodes, { unknown, selected: roots }),
    });
  }

  /** Removals have no author in Yjs: the empty write that follows identifies them. */
  #show(removal: Removal): void {
    if (removal.author !== null) {
      this.last.value = removal;
      return;
    }
    clearTimeout(this.#pending?.timer);
    this.#pending = { removal, timer: setTimeout(() => this.#namePending(null, true), NAMED_WITHIN_MS) };
  }

  #namePending(author: Author, isLate = false): void {
    const { removal, timer } = this.#pending ?? {};
    if (removal && (author !== null || isLate)) {
      clearTimeout(timer);
      this.#pending = null;
      this.last.value = { ...removal, author };
    }
  }

  /** The outermost deleted nodes in which something is in use. */
  #rootsInUse({ nodes }: SceneDocument, gone: readonly string[]): string[] {
    const { parentOf } = resolveHierarchy(nodes);
    const removed = new Set(gone);
    const roots = gone
      .filter((id) => this.#isInUse(id))
      .map((id) => {
        let root = id;
        for (let up = parentOf.get(root); up && removed.has(up); up = parentOf.get(root)) {
          root = up;
        }
        return root;
      });
    return [...new Set(roots)];
  }

  #isInUse(id: string): boolean {
    const { selection, drag } = this.#editor;
    return (
      selection.ids.value.includes(id) || drag.state.value?.starts.has(id) === true || this.#unsaved.has(id)
    );
  }

  #restore(
    nodes: readonly [string, SceneNode][],
    {
      unknown,
      selected,
    }: { unknown: ReadonlyMap<string, ReadonlyMap<string, unknown>>; selected: readonly string[] },
  ): void {
    const { ydoc, isReadOnly, selection } = this.#editor;
    if (isReadOnly.value) {
      return;
    }
    this.#editor.edit(() => {
      const root = sceneRoots(ydoc).nodes;
      for (const [id, node] of nodes.filter(([one]) => !root.has(one))) {
        putRow('nodes', root, id, node);
        writeUnknownKeys(root.get(id), unknown.get(id));
      }
    });
    selection.set(selected);
  }
}
