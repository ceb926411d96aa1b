import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { validateTouched } from '@diorama/shared/scene/ydoc-validate.ts';
import type { Connection, Document } from '@hocuspocus/server';
import { isTransactionOrigin } from '@hocuspocus/server';
import * as Y from 'yjs';
import { CLOSE_CODES, closeSocket } from './close-socket.ts';

/** The largest document, in bytes of its encoded state. */
const MAX_DOCUMENT_BYTES = 10_000_000;
/** How often a client may send what is not a scene before its socket is closed. */
const MAX_OFFENCES = 3;

/**
 * Watches what clients write into a live document: what has no place in a scene is undone at once by the
 * server, and the third offence closes the socket. Costs only what the edit touched.
 * @param size bytes of the document when it was loaded
 */
export function guardShape(document: Document, size: number): void {
  const { nodes, materials, scene } = sceneRoots(document);
  const offences = new WeakMap<Connection, number>();
  let bytes = size;
  const history = new Y.UndoManager([nodes, materials, scene], {
    captureTimeout: 0,
    // The server's origins are plain objects, which Yjs can only name by their constructor.
    trackedOrigins: new Set([Object]),
    captureTransaction: (transaction) => connectionOf(transaction.origin) !== null,
  });

  document.on('update', (update: Uint8Array) => {
    bytes += update.length;
  });
  document.on('afterTransaction', (transaction: Y.Transaction) => {
    const connection = connectionOf(transaction.origin);
    if (!connection || transaction.changed.size === 0) {
      return;
    }
    if (validateTouched(transaction).length === 0 && !isTooLarge()) {
      history.clear();
      return;
    }
    history.undo();
    history.clear();
    const count = (offences.get(connection) ?? 0) + 1;
    offences.set(connection, count);
    if (count >= MAX_OFFENCES) {
      closeSocket(connection, CLOSE_CODES.policy);
    }
  });

  function isTooLarge(): boolean {
    if (bytes <= MAX_DOCUMENT_BYTES) {
      return false;
    }
    // The sum of all updates is an upper bound; only past it the true size is worth its price.
    bytes = Y.encodeStateAsUpdate(document).length;
    return bytes > MAX_DOCUMENT_BYTES;
  }
}

function connectionOf(origin: unknown): Connection | null {
  return isTransactionOrigin(origin) && origin.source === 'connection' ? origin.connection : null;
}
