import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { itemAt, itemsByKey } from '@diorama/shared/scene/yjs-internals.ts';
import { type Connection, Document } from '@hocuspocus/server';
import { expect, it, vi } from 'vitest';
import { messageYjsUpdate } from 'y-protocols/sync';
import * as Y from 'yjs';
import { CLOSE_REASONS } from './close-socket.ts';
import { guardSchema } from './schema-guard.ts';
import { guardUpdateLimit, refuseBeyondLimit } from './update-limit.ts';

const POLICY = 1008;

function arrange() {
  const document = new Document('composition.a');
  sceneRoots(document);
  guardUpdateLimit(document);
  const close = vi.fn();
  const webSocket = { close };
  /** Opens the document again over the same socket. */
  const open = () => {
    // Only these members of a connection are used.
    const connection = { readOnly: false, webSocket } as unknown as Connection;
    return (update: Uint8Array) => {
      refuseBeyondLimit({ connection, document, type: messageYjsUpdate, payload: update });
      if (!connection.readOnly) {
        Y.applyUpdate(document, update, { source: 'connection', connection });
      }
    };
  };
  return { document, close, open };
}

/** Updates of so many sessions, each with one value. */
const writtenBy = (authors: number) =>
  Y.mergeUpdates(
    Array.from({ length: authors }, (_, at) => {
      const ydoc = new Y.Doc();
      sceneRoots(ydoc).scene.set(`${at}`, at);
      return Y.encodeStateAsUpdate(ydoc);
    }),
  );

it('an update with 1,000 authors is accepted', () => {
  const { document, close, open } = arrange();
  open()(writtenBy(1_000));
  expect(document.store.clients.size).toBe(1_000);
  expect(close).not.toHaveBeenCalled();
});

it('an update with more than 1,000 authors is rejected before it is applied', () => {
  const { document, close, open } = arrange();
  open()(writtenBy(1_001));
  expect(document.store.clients.size).toBe(0);
  expect(close).toHaveBeenCalledExactlyOnceWith(POLICY, CLOSE_REASONS['too-many-authors']);
});

it('more than 1,000 authors over many connections are rejected', () => {
  const { document, close, open } = arrange();
  for (let at = 0; at < 1_050; at += 1) {
    open()(writtenBy(1));
  }
  expect(document.store.clients.size).toBe(1_000);
  expect(close).toHaveBeenCalled();
});

it('new authors are counted per user over all sockets', () => {
  const { document } = arrange();
  const closes = Array.from({ length: 3 }, () => {
    const close = vi.fn();
    // Only these members of a connection are used.
    const connection = { readOnly: false, webSocket: { close }, context: { userId: 'ada' }, document };
    const update = writtenBy(500);
    refuseBeyondLimit({ connection: connection as never, document, type: messageYjsUpdate, payload: update });
    if (!connection.readOnly) {
      Y.applyUpdate(document, update, { source: 'connection', connection });
    }
    return close.mock.calls.length;
  });
  expect(closes).toEqual([0, 0, 1]);
  expect(document.store.clients.size).toBe(1_000);
});

it('an author is counted once', () => {
  const { close, open } = arrange();
  const ydoc = new Y.Doc();
  const write = open();
  ydoc.on('update', write);
  for (let at = 0; at < 1_000; at += 1) {
    sceneRoots(ydoc).scene.set('unit', at);
  }
  expect(close).not.toHaveBeenCalled();
});

/** Two users who set a value in turn. */
function disputed(times: number): Y.Doc {
  const ydoc = new Y.Doc();
  for (let at = 0; at < times; at += 1) {
    ydoc.clientID = 1 + (at % 2);
    sceneRoots(ydoc).scene.set('unit', at);
  }
  return ydoc;
}

it('repeated conflicting writes to an often changed value close the socket', () => {
  const { document, close, open } = arrange();
  Y.applyUpdate(document, Y.encodeStateAsUpdate(disputed(10_000)));
  const rogue = new Y.Doc();
  const { scene } = sceneRoots(rogue);
  const write = open();
  rogue.on('update', write);
  for (let at = 0; at < 50; at += 1) {
    scene.set('unit', at);
    itemsByKey(scene).delete('unit');
  }
  expect(close).not.toHaveBeenCalled();
  for (let at = 0; at < 60; at += 1) {
    scene.set('unit', at);
    itemsByKey(scene).delete('unit');
  }
  expect(close).toHaveBeenCalledWith(POLICY, CLOSE_REASONS['too-many-authors']);
});

it('changes to every value by two users, one of them offline, are accepted', () => {
  const { document, close, open } = arrange();
  const begun = new Y.Doc();
  for (let at = 0; at < 5_000; at += 1) {
    sceneRoots(begun).scene.set(`${at}`, 0);
  }
  const change = (value: number) => {
    const ydoc = new Y.Doc();
    Y.applyUpdate(ydoc, Y.encodeStateAsUpdate(begun));
    ydoc.transact(() => {
      for (const key of [...sceneRoots(ydoc).scene.keys()]) {
        sceneRoots(ydoc).scene.set(key, value);
      }
    });
    return Y.encodeStateAsUpdate(ydoc);
  };
  Y.applyUpdate(document, change(1));
  open()(change(2));
  expect(close).not.toHaveBeenCalled();
});

/** Update with `times` values of a key, each written without knowledge of the others. */
function blind(times: number): Uint8Array {
  const ydoc = new Y.Doc();
  const { scene } = sceneRoots(ydoc);
  ydoc.transact(() => {
    for (let at = 0; at < times; at += 1) {
      scene.set('unit', at);
      itemsByKey(scene).delete('unit');
    }
  });
  return Y.encodeStateAsUpdate(ydoc);
}

it('an update with too many conflicts is rejected before it is applied', () => {
  const { document, close, open } = arrange();
  open()(blind(40_000));
  expect(document.store.clients.size).toBe(0);
  expect(close).toHaveBeenCalledExactlyOnceWith(POLICY, CLOSE_REASONS['too-many-authors']);
});

it('conflicts with many earlier values of a key are rejected before they are applied', () => {
  const { document, close, open } = arrange();
  const rogue = disputed(4_000);
  const past = Y.encodeStateAsUpdate(rogue);
  guardSchema(document, past.length);
  Y.applyUpdate(document, past);
  rogue.clientID = 3;
  const { scene } = sceneRoots(rogue);
  let item = itemAt(scene, 'unit');
  rogue.transact(() => {
    for (let at = 0; at < 2_000 && item?.left; at += 1) {
      item = item.left;
      itemsByKey(scene).set('unit', item);
      scene.set('unit', at);
    }
  });
  open()(Y.encodeStateAsUpdate(rogue, Y.encodeStateVector(document)));
  expect(document.store.clients.has(rogue.clientID)).toBe(false);
  expect(close).toHaveBeenCalledExactlyOnceWith(POLICY, CLOSE_REASONS['too-many-authors']);
});
