import { type Connection, type Document, IncomingMessage } from '@hocuspocus/server';
import { messageYjsSyncStep1 } from 'y-protocols/sync';
import type * as Y from 'yjs';
import { CLOSE_CODES, closeSocket } from './close-socket.ts';
import { stepsAhead, stepsOf } from './conflict-steps.ts';
import { connectionOf, type SyncMessage } from './connection-of.ts';
import { sizeOf } from './shape-wall.ts';

/** A browser writes as one author, and brings those that it knows of and the server lacks, as after a backup was restored. */
const MOST_AUTHORS = 1_000;
/** 200 conflicts about a value that two people have set five thousand times in turn. */
const MOST_STEPS = 1_000_000;

/** What came over each socket that costs a document for good, though nobody sees it. */
const growths = new WeakMap<object, { authors: number; steps: number }>();

function growthOver({ webSocket }: Connection) {
  const growth = growths.get(webSocket) ?? { authors: 0, steps: 0 };
  growths.set(webSocket, growth);
  return growth;
}

/**
 * Refuses an update of more authors than a browser has, as a document knows all it ever had, or of so many conflicts that finding a
 * place for them would hold up everybody; before any of it is taken.
 */
export function refuseOvergrowth({ connection, document, type, payload }: SyncMessage): void {
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

/** Counts the authors and the conflicts that come over sockets, and closes one where they are too many. */
export function guardGrowth(document: Document): void {
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
  // What is on its way behind it is no better.
  connection.readOnly = true;
  closeSocket(connection, CLOSE_CODES.policy);
}
