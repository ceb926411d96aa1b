import { IndexeddbPersistence } from 'y-indexeddb';
import type * as Y from 'yjs';

/**
 * A persistence that never stands in the way of an edit. Where a browser has taken the database away without a word,
 * or has no room left, writing throws; whoever hears of the edit after it would hear nothing, and it would not be sent.
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
