import { type Connection, type Document, IncomingMessage } from '@hocuspocus/server';
import { messageYjsSyncStep1 } from 'y-protocols/sync';
import type * as Y from 'yjs';
import { TokenBucket } from '../limits/token-bucket.ts';
import { CLOSE_CODES, closeSocket } from './close-socket.ts';
import { connectionOf, type SyncMessage } from './collab-context.ts';
import { estimateIntegrationSteps, integrationStepsOf } from './integration-cost.ts';
import { sizeOf } from './schema-guard.ts';

/**
 * Authors that a user may add to a document. A browser adds itself, and the authors that the server lacks
 * after a backup was restored.
 * A user returns often during the days that a document may be open.
 */
const AUTHORS = { capacity: 1_000, perSecond: 1_000 / 86_400 };
/** Steps of conflicts that a user may cause: 200 conflicts about a value that two people set 5,000 times in turn. */
const STEPS = { capacity: 1_000_000, perSecond: 1_000_000 / 3_600 };

/** Permanent, invisible cost that a user has added to a document, over all sockets. */
type Growth = { authors: TokenBucket; steps: TokenBucket };

const growths = new WeakMap<Document, Map<unknown, Growth>>();

function growthBy({ context, webSocket }: Connection, document: Document): Growth {
  const users = growths.get(document) ?? new Map<unknown, Growth>();
  growths.set(document, users);
  const user = context?.userId ?? webSocket;
  const now = performance.now();
  const growth = users.get(user) ?? {
    authors: new TokenBucket(AUTHORS, now),
    steps: new TokenBucket(STEPS, now),
  };
  users.set(user, growth);
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
  const { authors, steps } = growthBy(connection, document);
  const now = performance.now();
  // An update begins with the number of its authors.
  const isBeyond =
    new IncomingMessage(payload).readVarUint() > authors.left(now) ||
    estimateIntegrationSteps(document, sizeOf(document), payload, STEPS.capacity) > steps.left(now);
  if (isBeyond) {
    end(connection);
  }
}

/** Counts the authors and conflicts that each user adds, and closes the socket beyond the limit. */
export function guardUpdateLimit(document: Document): void {
  document.on('afterTransaction', (transaction: Y.Transaction) => {
    const connection = connectionOf(transaction.origin);
    if (!connection) {
      return;
    }
    const { authors, steps } = growthBy(connection, document);
    const now = performance.now();
    authors.spend(now, transaction.afterState.size - transaction.beforeState.size);
    if (steps.spend(now, integrationStepsOf(transaction, STEPS.capacity)) > 0) {
      end(connection);
    }
  });
}

function end(connection: Connection): void {
  // Further updates may be on their way.
  connection.readOnly = true;
  closeSocket(connection, CLOSE_CODES.policy, 'too-many-authors');
}
