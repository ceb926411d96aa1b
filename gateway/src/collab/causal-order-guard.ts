import {
  copyPending,
  NOTHING_PENDING,
  type PendingUpdates,
  pendingBytes,
  restorePending,
} from '@diorama/shared/scene/yjs-internals.ts';
import type { Connection, Document } from '@hocuspocus/server';
import { messageYjsSyncStep2, messageYjsUpdate } from 'y-protocols/sync';
import type * as Y from 'yjs';
import { CLOSE_CODES, closeSocket } from './close-socket.ts';
import { connectionOf } from './connection-of.ts';

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
  const before = new WeakMap<Y.Transaction, PendingUpdates>();
  document.on('beforeTransaction', (transaction: Y.Transaction) => {
    const pending = copyPending(document);
    if (pendingBytes(pending) > 0) {
      before.set(transaction, pending);
    }
  });
  document.on('afterTransaction', (transaction: Y.Transaction) => {
    const connection = connectionOf(transaction.origin);
    const ofLog = before.get(transaction) ?? NOTHING_PENDING;
    if (!connection || pendingBytes(copyPending(document)) <= pendingBytes(ofLog)) {
      return;
    }
    restorePending(document, ofLog);
    if (syncing.get(connection) === 'sent') {
      // Further updates build on this one.
      connection.readOnly = true;
      closeSocket(connection, CLOSE_CODES.outOfOrder, 'out-of-order');
    }
  });
}
