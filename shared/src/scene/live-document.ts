import * as Y from 'yjs';
import type { SceneDocument } from './document.ts';
import { isNoChange, noChange, ROW_TABLES, type RowTable, type SceneChange } from './scene-change.ts';
import { readDocument, readRow, readScene, type SceneRoots, sceneRoots } from './ydoc.ts';
import { keyInParent } from './yjs-internals.ts';

/**
 * Called after each transaction that changed the document; `transaction.local` and `.origin` identify its
 * author.
 */
export type SceneListener = (
  document: SceneDocument,
  change: SceneChange,
  transaction: Y.Transaction,
) => void;

/**
 * The JSON form of a live document, updated incrementally from each transaction. Every change creates a new
 * `document` object that shares all unchanged rows with the previous one.
 */
export class LiveDocument {
  #document: SceneDocument;
  readonly #ydoc: Y.Doc;
  readonly #roots: SceneRoots;
  readonly #listeners = new Set<SceneListener>();

  constructor(ydoc: Y.Doc) {
    this.#ydoc = ydoc;
    this.#roots = sceneRoots(ydoc);
    this.#document = readDocument(ydoc);
    ydoc.on('afterTransaction', this.#handleTransaction);
  }

  /** The current document; treat it as immutable. */
  get document(): SceneDocument {
    return this.#document;
  }

  /** Calls `listener` after each change, until the returned function is called. */
  subscribe(listener: SceneListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stops observing the Y.Doc. */
  dispose(): void {
    this.#ydoc.off('afterTransaction', this.#handleTransaction);
    this.#listeners.clear();
  }

  readonly #handleTransaction = (transaction: Y.Transaction) => {
    const change = findChange(transaction, this.#roots);
    if (isNoChange(change)) {
      return;
    }
    this.#document = this.#read(change);
    for (const listener of [...this.#listeners]) {
      listener(this.#document, change, transaction);
    }
  };

  #read(change: SceneChange): SceneDocument {
    const { scene, ...tables } = this.#roots;
    const before = this.#document;
    const rows = ROW_TABLES.map((name) => [
      name,
      replace<unknown>(before[name], change[name], (id) => readRow(name, tables[name], id)),
    ]);
    return {
      ...(change.scene ? readScene(scene) : before),
      // `fromEntries` loses the types of the rows.
      ...(Object.fromEntries(rows) as Pick<SceneDocument, RowTable>),
    };
  }
}

function replace<T>(
  before: Record<string, T>,
  ids: ReadonlySet<string>,
  read: (id: string) => T | undefined,
) {
  if (ids.size === 0) {
    return before;
  }
  const after = { ...before };
  for (const id of ids) {
    const value = read(id);
    if (value === undefined) {
      delete after[id];
    } else {
      after[id] = value;
    }
  }
  return after;
}

function findChange(transaction: Y.Transaction, roots: SceneRoots): SceneChange {
  const change = { ...noChange(), scene: false };
  for (const [type, keys] of transaction.changed) {
    if (Object.is(type, roots.scene)) {
      change.scene = true;
      continue;
    }
    for (const name of ROW_TABLES) {
      if (Object.is(type, roots[name])) {
        addAll(change[name], keys);
      } else if (type instanceof Y.Map && Object.is(type.parent, roots[name])) {
        addAll(change[name], [keyInParent(type)]);
      }
    }
  }
  return change;
}

function addAll(target: Set<string>, keys: Iterable<string | null>): void {
  for (const key of keys) {
    if (key !== null) {
      target.add(key);
    }
  }
}
