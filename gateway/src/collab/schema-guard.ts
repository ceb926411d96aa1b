import { MAX_NODES, SCENE_FORM, TABLE_LIMITS } from '@diorama/shared/scene/defaults.ts';
import { growthOf } from '@diorama/shared/scene/update-parts.ts';
import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { validateTouched } from '@diorama/shared/scene/ydoc-validate.ts';
import type { Connection, Document } from '@hocuspocus/server';
import { messageYjsSyncStep1 } from 'y-protocols/sync';
import * as Y from 'yjs';
import { CLOSE_CODES, closeSocket } from './close-socket.ts';
import { connectionOf, type SyncMessage } from './collab-context.ts';

/** The largest document, in bytes of its encoded state. */
const MAX_DOCUMENT_BYTES = 10_000_000;
/** A new node or material takes at least so many bytes of an update. */
const MIN_MEMBER_BYTES = 24;
/** Invalid updates of a client before its socket is closed. */
const MAX_OFFENCES = 3;

/** The bytes of each open document, as an upper bound. */
const sizes = new WeakMap<Document, number>();

/** The bytes of an open document's encoded state, as an upper bound. */
export function stateSizeOf(document: Document): number {
  return sizes.get(document) ?? 0;
}

/**
 * Validates what clients write into a live document. Invalid changes are undone at once, and the third offence closes the
 * socket. Unknown kinds and keys of a newer release stay. The cost is that of the edit.
 * @param size bytes of the document when it was loaded
 */
export function guardSchema(document: Document, size: number): void {
  const offences = new WeakMap<Connection, number>();
  /** The connection that has just written something invalid. */
  let offender: Connection | null = null;
  sizes.set(document, size);
  const history = new Y.UndoManager(Object.values(sceneRoots(document)), {
    captureTimeout: 0,
    // The server's origins are plain objects, which Yjs can only name by their constructor.
    trackedOrigins: new Set([Object]),
    // Keeping what could be taken back costs more than looking whether it has to be.
    captureTransaction: (transaction) => {
      offender = offenderOf(transaction);
      return offender !== null;
    },
  });

  document.on('update', (update: Uint8Array) => {
    sizes.set(document, (sizes.get(document) ?? 0) + update.length);
  });
  // After the undo manager, whose listener is older and which has captured the change.
  document.on('afterTransaction', () => {
    const connection = offender;
    if (connection === null) {
      return;
    }
    offender = null;
    history.undo();
    history.clear();
    sendRefusal(connection, 'document.invalid');
    const count = (offences.get(connection) ?? 0) + 1;
    offences.set(connection, count);
    if (count >= MAX_OFFENCES) {
      closeSocket(connection, CLOSE_CODES.policy, 'document-invalid');
    }
  });
}

/** The connection that wrote something invalid; null for a valid transaction or one of the server. */
function offenderOf(transaction: Y.Transaction): Connection | null {
  const connection = connectionOf(transaction.origin);
  if (!connection || transaction.changed.size === 0) {
    return null;
  }
  const isNewer = connection.context.form > SCENE_FORM;
  return validateTouched(transaction, { isNewer }).length > 0 ? connection : null;
}

/**
 * Refuses an update for which a scene has no room before any of it is applied, sends the reason, and closes
 * the socket.
 * Later updates of the same author depend on the refused one.
 */
export function refuseTooLarge({ connection, document, type, payload }: SyncMessage): void {
  if (type === messageYjsSyncStep1 || connection.readOnly || hasRoomFor(document, payload)) {
    return;
  }
  // Further updates build on this one.
  connection.readOnly = true;
  sendRefusal(connection, 'document.too-large');
  closeSocket(connection, CLOSE_CODES.tooLarge, 'document-too-large');
}

/** Looks closely only where a document is nearly full. */
function hasRoomFor(document: Document, update: Uint8Array): boolean {
  const { nodes, materials } = sceneRoots(document);
  // The other tables are so small that validation alone limits them.
  const hasRoom = (added: (name: 'nodes' | 'materials') => number) =>
    nodes.size + added('nodes') <= MAX_NODES && materials.size + added('materials') <= TABLE_LIMITS.materials;
  const mostMembers = update.length / MIN_MEMBER_BYTES;
  const size = stateSizeOf(document);
  if (size + update.length <= MAX_DOCUMENT_BYTES && hasRoom(() => mostMembers)) {
    return true;
  }
  const growth = growthOf(update);
  if (!hasRoom((name) => growth.rows.get(name) ?? 0)) {
    return false;
  }
  if (size + growth.bytes <= MAX_DOCUMENT_BYTES) {
    return true;
  }
  // The sum of all updates is an upper bound; only past it the true size is worth its price.
  const trueSize = Y.encodeStateAsUpdate(document).length;
  sizes.set(document, trueSize);
  return trueSize + growth.bytes <= MAX_DOCUMENT_BYTES;
}

/** Takes no edits of a socket while the installation is read-only. Its browser keeps them, and sends them to the next one. */
export function pauseWrites(connection: Connection): void {
  if (!connection.readOnly) {
    connection.readOnly = true;
    sendRefusal(connection, 'server.read-only');
  }
}

/** Sends the code of a refusal, for which the editor has a message. */
function sendRefusal(
  connection: Connection,
  code: 'document.invalid' | 'document.too-large' | 'server.read-only',
): void {
  connection.sendStateless(JSON.stringify({ type: 'refused', code }));
}
