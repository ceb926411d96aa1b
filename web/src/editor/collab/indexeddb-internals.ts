import { IndexeddbPersistence } from 'y-indexeddb';
import type * as Y from 'yjs';

// The only file that uses private fields of y-indexeddb. `indexeddb-internals.test.ts` checks them, and the
// version is pinned.

/** Used part of a database. */
type Database = Pick<IDBDatabase, 'addEventListener' | 'removeEventListener'>;

/** Database of a persistence, whose public field is null until it is open. */
export type WithDatabase = { readonly _db: Promise<Database> };

/**
 * Database of a persistence, once it is open.
 * @throws an error where it cannot be opened, which nothing public reports
 */
export function databaseOf({ _db: database }: WithDatabase): Promise<Database> {
  return database;
}

/**
 * Persistence that never interrupts an edit. Writing throws if the browser has deleted the database or has no
 * space left. An uncaught error would stop later `update` listeners, and the edit would not be sent.
 */
export class GuardedPersistence extends IndexeddbPersistence {
  constructor(name: string, ydoc: Y.Doc) {
    super(name, ydoc);
    const store = this._storeUpdate;
    ydoc.off('update', store);
    this._storeUpdate = (update, origin) => {
      try {
        store(update, origin);
      } catch (error) {
        this.emit('broken', [error]);
      }
    };
    ydoc.on('update', this._storeUpdate);
  }
}
