import { IndexeddbPersistence } from 'y-indexeddb';
import type * as Y from 'yjs';

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
