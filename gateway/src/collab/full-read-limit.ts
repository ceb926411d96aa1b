import type { Connection, Extension } from '@hocuspocus/server';
import { messageYjsSyncStep1 } from 'y-protocols/sync';
import { CLOSE_CODES, closeSocket } from './close-socket.ts';
import type { CollabContext } from './collab-context.ts';
import { clearFullSync, FullSyncs, isFullSync } from './full-syncs.ts';
import { stateSizeOf } from './schema-guard.ts';

/** `readyState` of an open WebSocket. */
const OPEN = 1;

/** Charges for requests of all of a document, and answers them in the turns of their readers. */
export function fullReadLimit(): Extension<CollabContext> {
  const fullReads = new FullSyncs();
  return {
    beforeHandleMessage: async ({ connection, document, documentName, context, update }) => {
      if (isFullSync(update)) {
        const bytes = stateSizeOf(document);
        await chargeRead(connection, documentName, bytes);
        assertRead(
          connection,
          await fullReads.send(connection, document, { holder: readerOf(context), bytes }),
        );
        clearFullSync(update);
      }
    },
    beforeSync: async ({ connection, document, documentName, type, context }) => {
      if (type === messageYjsSyncStep1) {
        const bytes = stateSizeOf(document);
        await chargeRead(connection, documentName, bytes);
        assertRead(connection, await fullReads.waitForTurn(readerOf(context), bytes));
      }
    },
  };
}

/** Charges for a request of all of a document. @throws Error where its socket, which is closed then, made too many */
async function chargeRead(connection: Connection, documentName: string, bytes: number): Promise<void> {
  assertRead(connection, (await connection.context.socket?.mayReadAll(documentName, bytes)) !== false);
}

function assertRead(connection: Connection, isAdmitted: boolean): void {
  if (!isAdmitted) {
    closeSocket(connection, CLOSE_CODES.policy, 'too-many-reads');
    throw new Error('All of a scene was requested too often');
  }
  if (connection.webSocket.readyState !== OPEN) {
    throw new Error('The socket was closed while its request waited');
  }
}

/** The user, or the network of a visitor, in whose turn a document is encoded. */
function readerOf({ userId, socket }: CollabContext): string {
  return socket?.holderOf(userId) ?? '';
}
