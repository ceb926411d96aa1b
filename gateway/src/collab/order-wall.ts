import type { Connection, Document } from '@hocuspocus/server';
import { messageYjsSyncStep2, messageYjsUpdate } from 'y-protocols/sync';
import type * as Y from 'yjs';
import { CLOSE_CODES, closeSocket } from './close-socket.ts';
import { connectionOf } from './connection-of.ts';

type Waiting = Pick<Y.Doc['store'], 'pendingStructs' | 'pendingDs'>;

/** Whether a client is telling what the document lacks, or has told it: what it writes after that builds on nothing else. */
const tellers = new WeakMap<Connection, 'telling' | 'told'>();

/** Takes note of what a client says, before it is taken. The last part of what a document lacks is a `SyncStep2`. */
export function noteTelling({ connection, type }: { connection: Connection; type: number }): void {
  if (type === messageYjsSyncStep2) {
    tellers.set(connection, 'telling');
  } else if (type === messageYjsUpdate && tellers.has(connection)) {
    tellers.set(connection, 'told');
  }
}

/**
 * Keeps out of a document what builds on something that it does not have: Yjs would keep that in memory, and merge all that
 * waits anew with each message. A client that has told all it has, and yet writes such a thing, has its socket closed: it comes back
 * and tells all of it. Until then it is only left out, as it comes again with the rest, or never can.
 * What waits of the log stays, as what it builds on is on its way from another gateway.
 */
export function guardOrder(document: Document): void {
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
    if (tellers.get(connection) === 'told') {
      // What is on its way behind it builds on it.
      connection.readOnly = true;
      closeSocket(connection, CLOSE_CODES.outOfOrder);
    }
  });
}

function bytesOf({ pendingStructs, pendingDs }: Waiting): number {
  return (pendingStructs?.update.length ?? 0) + (pendingDs?.length ?? 0);
}
