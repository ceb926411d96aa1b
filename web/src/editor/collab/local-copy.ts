import type { IndexeddbPersistence } from 'y-indexeddb';
import { Manager } from '../managers/manager.ts';
import { databaseOf, type WithDatabase } from './indexeddb-internals.ts';

type LocalCopyDependencies = {
  /** Whether the browser provides IndexedDB. A persistence without it logs an error to the console. */
  canOpen: () => Promise<boolean>;
  open: () => Persistence;
};

/** `onRead` fires when the copy has been read, `onBroken` once when edits are no longer stored in it. */
type CopyEvents = { onRead: () => void; onBroken: () => void };

/** Database events that end its use: bubbled write errors, and the removal of the database. */
const ENDINGS = ['error', 'abort', 'close', 'versionchange'] as const;

/** Stores a document in this browser while possible, and reports when storing fails. */
export class LocalCopy extends Manager {
  readonly #events: CopyEvents;
  #persistence: Persistence | null = null;
  #isOver = false;

  /** Whether the copy has stopped storing edits. */
  get isOver(): boolean {
    return this.#isOver;
  }

  constructor({ canOpen, open }: LocalCopyDependencies, events: CopyEvents) {
    super();
    this.#events = events;
    // Closing waits for pending writes; no caller needs to wait for that.
    this.register(() => this.#end());
    canOpen().then((can) => {
      if (this.#isOver) {
        return;
      }
      if (can) {
        this.#keepIn(open());
      } else {
        this.#handleBroken();
      }
    }, this.#handleBroken);
  }

  #keepIn(persistence: Persistence): void {
    this.#persistence = persistence;
    persistence.once('synced', () => {
      if (!this.#isOver) {
        this.#events.onRead();
      }
    });
    persistence.once('broken', this.#handleBroken);
    databaseOf(persistence).then((db) => {
      for (const ending of ENDINGS) {
        db.addEventListener(ending, this.#handleBroken);
      }
    }, this.#handleBroken);
  }

  readonly #handleBroken = (): void => {
    if (!this.#isOver) {
      this.#end();
      this.#events.onBroken();
    }
  };

  #end(): void {
    if (!this.#isOver) {
      this.#isOver = true;
      // It would continue to write updates that lack an earlier edit, and throw without the database.
      this.#persistence?.destroy().catch(() => undefined);
    }
  }
}

/** Used part of a persistence of y-indexeddb. */
type Persistence = WithDatabase & {
  /** `broken` fires when an edit could not be written to the database. */
  once(name: 'synced' | 'broken', listener: () => void): unknown;
  destroy(): ReturnType<IndexeddbPersistence['destroy']>;
};
