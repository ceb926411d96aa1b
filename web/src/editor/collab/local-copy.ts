import type { IndexeddbPersistence } from 'y-indexeddb';
import { Manager } from '../managers/manager.ts';

/** The part of a persistence that is used. `_db` resolves when its database is open, and rejects when it cannot be. */
export type Persistence = {
  readonly _db: Promise<Pick<IDBDatabase, 'addEventListener' | 'removeEventListener'>>;
  /** `broken` when an edit could not even be handed to the database. */
  once(name: 'synced' | 'broken', listener: () => void): unknown;
  destroy(): ReturnType<IndexeddbPersistence['destroy']>;
};

/** What a copy is kept with. */
export type CopyMeans = {
  /** Whether the browser gives a database: a persistence that gets none says so in the console. */
  canOpen: () => Promise<boolean>;
  open: () => Persistence;
};

/** What is told of a copy: that it has been read, and, once, that edits are not kept in it any more. */
export type CopyEvents = { onRead: () => void; onBroken: () => void };

/** The events of a database that end its use: what bubbles from a failed write, and its being taken away. */
const ENDINGS = ['error', 'abort', 'close', 'versionchange'] as const;

/** Keeps a document in this browser for as long as the browser lets it, and hears when it does not. */
export class LocalCopy extends Manager {
  readonly #events: CopyEvents;
  #persistence: Persistence | null = null;
  #isOver = false;

  /** Whether edits go into it no more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  constructor({ canOpen, open }: CopyMeans, events: CopyEvents) {
    super();
    this.#events = events;
    // Closing waits for what is being written; nobody has to wait for that.
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
    persistence.once('synced', () => !this.#isOver && this.#events.onRead());
    persistence.once('broken', this.#handleBroken);
    persistence._db.then((db) => {
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
      // It would go on writing what lacks an edit in between, and throw where the database is gone.
      this.#persistence?.destroy().catch(() => undefined);
    }
  }
}
