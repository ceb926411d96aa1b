import { itemAt, structsOf } from '@diorama/shared/scene/yjs-internals.ts';
import { type Connection, type Document, IncomingMessage } from '@hocuspocus/server';
import { messageYjsSyncStep1 } from 'y-protocols/sync';
import * as Y from 'yjs';
import { TokenBucket } from '../limits/token-bucket.ts';
import { CLOSE_CODES, closeSocket } from './close-socket.ts';
import { connectionOf, type SyncMessage } from './collab-context.ts';
import { stateSizeOf } from './schema-guard.ts';

/** Least bytes of an update for one value. */
const MIN_ITEM_BYTES = 4;

/** Steps that take negligible time. An update that cannot need more is not inspected. */
const FEW_STEPS = 10_000_000;

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
    estimateIntegrationSteps(document, stateSizeOf(document), payload, STEPS.capacity) > steps.left(now);
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

/**
 * Steps that Yjs took along the values of keys to find the places of a transaction's items.
 * An item written on top of the last value took none.
 * @param most - count from which on the exact number does not matter
 */
function integrationStepsOf({ doc, beforeState, afterState }: Y.Transaction, most: number): number {
  let steps = 0;
  for (const [client, clock] of afterState) {
    const from = beforeState.get(client) ?? 0;
    const structs = structsOf(doc, client);
    if (structs === undefined || from === clock) {
      continue;
    }
    for (let at = Y.findIndexSS(structs, from); at < structs.length && steps <= most; at += 1) {
      const struct = structs[at];
      if (struct instanceof Y.Item && isInConflict(struct)) {
        steps += countOtherValues(struct, most);
      }
    }
  }
  return steps;
}

/**
 * Rough number of steps that Yjs would take for an update. Returns 0 without reading the update where they
 * are few in any case.
 * @param size - bytes of the document
 * @param most - count from which on the exact number does not matter
 */
function estimateIntegrationSteps(ydoc: Y.Doc, size: number, update: Uint8Array, most: number): number {
  const items = update.length / MIN_ITEM_BYTES;
  if (items * (items + size / MIN_ITEM_BYTES) <= FEW_STEPS) {
    return 0;
  }
  const { structs } = Y.decodeUpdate(update);
  const byClient = Map.groupBy(structs, ({ id }) => id.client);
  const taken = new Set<string>();
  let steps = 0;
  for (const struct of structs) {
    const isKnown = struct.id.clock + struct.length <= Y.getState(ydoc.store, struct.id.client);
    if (isKnown || !(struct instanceof Y.Item)) {
      continue;
    }
    const place = placeOf(struct);
    // A write to a map replaces the last value and precedes none.
    const isIrregular = struct.rightOrigin !== null || taken.has(place) || isInside(byClient, struct.origin);
    steps += isIrregular ? structs.length : stepsAt(ydoc, struct, most);
    taken.add(place);
    if (steps > most) {
      break;
    }
  }
  return steps;
}

/** Whether an item and one of its neighbours were written without knowledge of each other. */
function isInConflict(item: Y.Item): boolean {
  const { left, right } = item;
  const isOnLeft = Y.compareIDs(item.origin, left?.lastId ?? null);
  return !isOnLeft || (right !== null && !Y.compareIDs(right.origin, item.lastId));
}

/** Number of other values that a key has had, counted up to `most` on each side. */
function countOtherValues(item: Y.Item, most: number): number {
  let count = 0;
  for (let other = item.left; other !== null && count <= most; other = other.left) {
    count += 1;
  }
  for (let other = item.right; other !== null && count <= 2 * most; other = other.right) {
    count += 1;
  }
  return count;
}

/** Name of an item's origin: a value, or a key without one. */
function placeOf({ origin, parent, parentSub }: Y.Item): string {
  return origin === null ? `${nameOf(parent)} ${parentSub}` : nameOf(origin);
}

function nameOf(parent: unknown): string {
  return parent instanceof Y.ID ? `${parent.client}:${parent.clock}` : String(parent);
}

/** Whether an id is inside a longer item of the same update. */
function isInside(byClient: ReadonlyMap<number, (Y.Item | Y.GC | Y.Skip)[]>, id: Y.ID | null): boolean {
  const structs = id === null ? undefined : byClient.get(id.client);
  const [first, last] = [structs?.[0], structs?.at(-1)];
  if (
    !id ||
    !structs ||
    !first ||
    !last ||
    id.clock < first.id.clock ||
    id.clock >= last.id.clock + last.length
  ) {
    return false;
  }
  const struct = structs[Y.findIndexSS(structs, id.clock)];
  return struct !== undefined && id.clock !== struct.id.clock + struct.length - 1;
}

/** Number of steps to the place of an item in the document. */
function stepsAt(ydoc: Y.Doc, { origin, parent, parentSub }: Y.Item, most: number): number {
  if (origin !== null) {
    const left = findItem(ydoc, origin);
    const isLast = left !== null && left.right === null && Y.compareIDs(left.lastId, origin);
    return left === null || isLast ? 0 : countOtherValues(left, most);
  }
  const type = findType(ydoc, parent);
  const present = type && itemAt(type, parentSub);
  return present ? countOtherValues(present, most) + 1 : 0;
}

function findItem({ store }: Y.Doc, id: Y.ID): Y.Item | null {
  const struct: unknown = id.clock < Y.getState(store, id.client) ? Y.getItem(store, id) : null;
  return struct instanceof Y.Item ? struct : null;
}

/**
 * Finds the parent type. An item that is not integrated yet has the name of a root where Yjs' types have
 * the root.
 */
function findType(ydoc: Y.Doc, parent: unknown) {
  if (!(parent instanceof Y.ID)) {
    return ydoc.share.get(String(parent)) ?? null;
  }
  const content = findItem(ydoc, parent)?.content;
  return content instanceof Y.ContentType ? content.type : null;
}
