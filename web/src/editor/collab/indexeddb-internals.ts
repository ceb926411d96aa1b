import type { IndexeddbPersistence } from 'y-indexeddb';

/** Used part of a database. */
type Database = Pick<IDBDatabase, 'addEventListener' | 'removeEventListener'>;

/**
 * Used part of a persistence of y-indexeddb. `_db` is not public: its public field is null until the database
 * is open, and nothing public rejects when it cannot be opened. A test checks it, and the version is pinned.
 */
export type Persistence = {
  readonly _db: Promise<Database>;
  /** `broken` fires when an edit could not be written to the database. */
  once(name: 'synced' | 'broken', listener: () => void): unknown;
  destroy(): ReturnType<IndexeddbPersistence['destroy']>;
};

/** Database of a persistence, once it is open. @throws an error where it cannot be opened */
export function databaseOf({ _db: database }: Pick<Persistence, '_db'>): Promise<Database> {
  return database;
}
