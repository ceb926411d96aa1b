import { type Connection, type Document, IncomingMessage } from '@hocuspocus/server';
import { messageYjsSyncStep1 } from 'y-protocols/sync';
import type * as Y from 'yjs';
import { CLOSE_CODES, closeSocket } from './close-socket.ts';
import { stepsAhead, stepsOf } from './conflict-steps.ts';
import { connectionOf, type SyncMessage } from './connection-of.ts';
import { sizeOf } from './schema-guard.ts';

/** Authors that one socket may add. A browser adds itself, and those that the server lacks after a backup was restored. */
const MOST_AUTHORS = 1_000;
/** Steps of conflicts that one socket may cause: 200 conflicts about a value that two people set 5,000 times in turn. */
const MOST_STEPS = 1_000_000;

/** Permanent, invisible cost that each socket has added to documents. */
const growths = new WeakMap<object, { authors: number; steps: number }>();

function growthOver({ webSocket }: Connection) {
  const growth = growths.get(webSocket) ?? { authors: 0, steps: 0 };
  growths.set(webSocket, growth);
  return growth;
}

/**
 * Refuses an update with more authors than a browser has, or with conflicts that would block the event loop. Nothing of the
 * update is applied.
 */
export function refuseBeyondLimit({ connection, document, type, payload }: SyncMessage): void {
  if (type === messageYjsSyncStep1 || connection.readOnly) {
    return;
  }
  const { authors, steps } = growthOver(connection);
  // An update begins with how many wrote it.
  const isOvergrown =
    authors + new IncomingMessage(payload).readVarUint() > MOST_AUTHORS ||
    steps + stepsAhead(document, sizeOf(document), payload, MOST_STEPS) > MOST_STEPS;
  if (isOvergrown) {
    end(connection);
  }
}

/** Counts the authors and conflicts that each socket adds, and closes the socket beyond the limit. */
export function guardUpdateLimit(document: Document): void {
  document.on('afterTransaction', (transaction: Y.Transaction) => {
    const connection = connectionOf(transaction.origin);
    if (!connection) {
      return;
    }
    const growth = growthOver(connection);
    growth.authors += transaction.afterState.size - transaction.beforeState.size;
    growth.steps += stepsOf(transaction, MOST_STEPS);
    if (growth.steps > MOST_STEPS) {
      end(connection);
    }
  });
}

function end(connection: Connection): void {
  // Further updates may be on their way.
  connection.readOnly = true;
  closeSocket(connection, CLOSE_CODES.policy, 'too-many-authors');
}
