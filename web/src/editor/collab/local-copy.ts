import type { IndexeddbPersistence } from 'y-indexeddb';
import { Manager } from '../managers/manager.ts';

/** The part of a persistence that is used. `_db` resolves when its database is open, and rejects when it cannot be. */
export type Persistence = {
  readonly _db: Promise<Pick<IDBDatabase, 'addEventListener' | 'removeEventListener'>>;
  /** `broken` when an edit could not even be handed to the database. */
  once(name: 'synced' | 'broken', listener: () => void): unknown;
  destroy(): ReturnType<IndexeddbPersistence['destroy']>;
};

/** What is told of a copy: that it has been read, and, once, that edits are not kept in it any more. */
export type CopyEvents = { onRead: () => void; onBroken: () => void };

/** The events of a database that end its use: what bubbles from a failed write, and its being taken away. */
const ENDINGS = ['error', 'abort', 'close', 'versionchange'] as const;

/** Keeps a document in this browser for as long as the browser lets it, and hears when it does not. */
export class LocalCopy extends Manager {
  #isOver = false;

  /** Whether edits go into it no more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  constructor(persistence: Persistence, { onRead, onBroken }: CopyEvents) {
    super();
    const end = () => {
      if (!this.#isOver) {
        this.#isOver = true;
        // It would go on writing what lacks an edit in between, and throw where the database is gone.
        persistence.destroy().catch(() => undefined);
        return true;
      }
      return false;
    };
    const handleBroken = () => end() && onBroken();
    persistence.once('synced', () => !this.#isOver && onRead());
    persistence.once('broken', handleBroken);
    persistence._db.then((db) => {
      for (const ending of ENDINGS) {
        db.addEventListener(ending, handleBroken);
      }
    }, handleBroken);
    // Closing waits for what is being written; nobody has to wait for that.
    this.register(end);
  }
}
