import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { copyPending, NOTHING_PENDING } from '@diorama/shared/scene/yjs-internals.ts';
import { type Connection, Document } from '@hocuspocus/server';
import { expect, it, vi } from 'vitest';
import { messageYjsSyncStep2, messageYjsUpdate } from 'y-protocols/sync';
import * as Y from 'yjs';
import { guardCausalOrder, noteSyncStep } from './causal-order-guard.ts';
import { CLOSE_REASONS } from './close-socket.ts';
import { COMMITTED_ORIGIN } from './followed-scene.ts';

/** The updates of a document that wait for others, if any. */
function waitingOf(ydoc: Y.Doc) {
  const { pendingStructs, pendingDs } = copyPending(ydoc);
  return pendingStructs ?? pendingDs;
}

const OUT_OF_ORDER = 4409;

/** An open document with a connected client. */
function arrange() {
  const document = new Document('composition.a');
  sceneRoots(document);
  guardCausalOrder(document);
  const close = vi.fn();
  // Only these members of a connection are used.
  const connection = { readOnly: false, webSocket: { close } } as unknown as Connection;
  const say = (type: number, update: Uint8Array) => {
    noteSyncStep({ connection, type });
    Y.applyUpdate(document, update, { source: 'connection', connection });
  };
  return {
    document,
    close,
    connection,
    tell: (update: Uint8Array) => say(messageYjsSyncStep2, update),
    write: (update: Uint8Array) => say(messageYjsUpdate, update),
    waiting: () => waitingOf(document),
    names: () => [...sceneRoots(document).nodes.keys()].sort(),
  };
}

/** A browser with its edits, each as it would be sent. */
function arrangeAuthor(ydoc = new Y.Doc()) {
  const updates: Uint8Array[] = [];
  ydoc.on('update', (update: Uint8Array) => updates.push(update));
  const add = () => {
    const id = addNode(ydoc, { kind: 'box' });
    return { id, update: updates.at(-1) ?? new Uint8Array() };
  };
  const last = () => updates.at(-1) ?? new Uint8Array();
  return { ydoc, add, last, all: () => Y.encodeStateAsUpdate(ydoc) };
}

const NOTHING = Y.encodeStateAsUpdate(new Y.Doc());

it('a client that omits earlier updates after a full sync is disconnected', () => {
  const { tell, write, waiting, names, close, connection } = arrange();
  const ada = arrangeAuthor();
  tell(NOTHING);
  const first = ada.add();
  write(first.update);
  ada.add();
  write(ada.add().update);
  expect(close).toHaveBeenCalledExactlyOnceWith(OUT_OF_ORDER, CLOSE_REASONS['out-of-order']);
  expect(waiting()).toBeNull();
  expect(connection.readOnly).toBe(true);
  expect(names()).toEqual([first.id]);
});

it('a deletion of a node that the server does not know closes the socket', () => {
  const { tell, write, waiting, close } = arrange();
  const ada = arrangeAuthor();
  tell(NOTHING);
  const { id } = ada.add();
  const bob = arrangeAuthor();
  Y.applyUpdate(bob.ydoc, ada.all());
  removeNodes(bob.ydoc, [id]);
  write(bob.last());
  expect(close).toHaveBeenCalledExactlyOnceWith(OUT_OF_ORDER, CLOSE_REASONS['out-of-order']);
  expect(waiting()).toBeNull();
});

it('an update that arrives before its dependencies is dropped and comes with the full sync', () => {
  const { tell, write, waiting, names, close } = arrange();
  const before = arrangeAuthor();
  const offline = before.add().id;
  const ada = arrangeAuthor();
  Y.applyUpdate(ada.ydoc, before.all());
  updateNode(ada.ydoc, offline, { name: 'changed while the scene opens' });
  write(ada.last());
  expect(waiting()).toBeNull();
  tell(ada.all());
  const later = ada.add();
  write(later.update);
  expect(close).not.toHaveBeenCalled();
  expect(names()).toEqual([offline, later.id].sort());
});

it('incomplete updates stored in a browser are dropped, and its later edits are accepted', () => {
  const { tell, write, waiting, names, close } = arrange();
  const lost = arrangeAuthor();
  lost.add();
  const ada = arrangeAuthor();
  Y.applyUpdate(ada.ydoc, lost.add().update);
  expect(waitingOf(ada.ydoc)).not.toBeNull();
  const { id } = ada.add();
  tell(ada.all());
  const later = ada.add();
  write(later.update);
  expect(waiting()).toBeNull();
  expect(close).not.toHaveBeenCalled();
  expect(names()).toEqual([id, later.id].sort());
});

it('pending updates of the log are kept while clients write', () => {
  const { document, tell, write, names, close } = arrange();
  const elsewhere = arrangeAuthor();
  const [first, second] = [elsewhere.add(), elsewhere.add()];
  const third = elsewhere.add();
  removeNodes(elsewhere.ydoc, [second.id]);
  const [ada, rogue] = [arrangeAuthor(), arrangeAuthor()];
  tell(NOTHING);
  Y.applyUpdate(document, third.update, COMMITTED_ORIGIN);
  Y.applyUpdate(document, elsewhere.last(), COMMITTED_ORIGIN);
  const own = ada.add();
  write(own.update);
  expect(close).not.toHaveBeenCalled();
  rogue.add();
  write(rogue.add().update);
  expect(close).toHaveBeenCalledOnce();
  Y.applyUpdate(document, first.update, COMMITTED_ORIGIN);
  Y.applyUpdate(document, second.update, COMMITTED_ORIGIN);
  expect(names()).toEqual([first.id, third.id, own.id].sort());
  expect(copyPending(document)).toEqual(NOTHING_PENDING);
});
