import type { Connection, Document } from '@hocuspocus/server';
import { messageYjsSyncStep2, messageYjsUpdate } from 'y-protocols/sync';
import type * as Y from 'yjs';
import { CLOSE_CODES, closeSocket } from './close-socket.ts';
import { connectionOf } from './collab-context.ts';

type Waiting = Pick<Y.Doc['store'], 'pendingStructs' | 'pendingDs'>;

/** Whether a client is sending what the document lacks, or has sent it: later updates build on nothing else. */
const syncing = new WeakMap<Connection, 'sending' | 'sent'>();

/** Notes a message before it is applied. The last part of what a document lacks is a `SyncStep2`. */
export function noteSyncStep({ connection, type }: { connection: Connection; type: number }): void {
  if (type === messageYjsSyncStep2) {
    syncing.set(connection, 'sending');
  } else if (type === messageYjsUpdate && syncing.has(connection)) {
    syncing.set(connection, 'sent');
  }
}

/**
 * Drops updates that depend on something missing from the document. Yjs would keep them in memory, and merge
 * all pending ones with each message.
 * A client that has sent everything is disconnected for such an update, so that it synchronises again.
 * Before that the update is only dropped, as the client sends it again with the rest.
 * Pending updates of the log stay, since their dependencies are on the way from another gateway.
 */
export function guardCausalOrder(document: Document): void {
  const { store } = document;
  const before = new WeakMap<Y.Transaction, Waiting>();
  document.on('beforeTransaction', (transaction: Y.Transaction) => {
    const { pendingStructs, pendingDs } = store;
    if (bytesOf(store) > 0) {
      // Yjs changes it in place.
      const structs = pendingStructs && { ...pendingStructs, missing: new Map(pendingStructs.missing) };
      before.set(transaction, { pendingStructs: structs, pendingDs });
    }
  });
  document.on('afterTransaction', (transaction: Y.Transaction) => {
    const connection = connectionOf(transaction.origin);
    const ofLog = before.get(transaction) ?? { pendingStructs: null, pendingDs: null };
    if (!connection || bytesOf(store) <= bytesOf(ofLog)) {
      return;
    }
    Object.assign(store, ofLog);
    if (syncing.get(connection) === 'sent') {
      // Further updates build on this one.
      connection.readOnly = true;
      closeSocket(connection, CLOSE_CODES.outOfOrder, 'out-of-order');
    }
  });
}

function bytesOf({ pendingStructs, pendingDs }: Waiting): number {
  return (pendingStructs?.update.length ?? 0) + (pendingDs?.length ?? 0);
}
