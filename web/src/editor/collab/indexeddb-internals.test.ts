import { afterEach, expect, it, vi } from 'vitest';
import { IndexeddbPersistence } from 'y-indexeddb';
import * as Y from 'yjs';
import { databaseOf, GuardedPersistence } from './indexeddb-internals.ts';

/** Opens a persistence whose database the test provides instead of the browser. */
function openGuarded(transaction: () => unknown) {
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
  const ydoc = new Y.Doc();
  const persistence = new GuardedPersistence('scene', ydoc);
  Object.assign(persistence, { db: { transaction } });
  return { ydoc, persistence };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it('a persistence exposes a promise of its database before the database is open', () => {
  const open = vi.fn(() => ({}));
  vi.stubGlobal('indexedDB', { open });
  expect(databaseOf(new IndexeddbPersistence('scene', new Y.Doc()))).toBeInstanceOf(Promise);
  expect(open).toHaveBeenCalledExactlyOnceWith('scene');
});

it('a guarded persistence stores each edit once, and none after its end', () => {
  const add = vi.fn(() => ({}));
  const { ydoc, persistence } = openGuarded(() => ({ objectStore: () => ({ add }) }));
  const updates: Uint8Array[] = [];
  ydoc.on('update', (update: Uint8Array) => updates.push(update));
  ydoc.getMap('nodes').set('a', 1);
  ydoc.getMap('nodes').set('b', 2);
  expect(add.mock.calls).toEqual(updates.map((update) => [update]));
  // Its promise waits for the database, which never opens here.
  void persistence.destroy();
  ydoc.getMap('nodes').set('c', 3);
  expect(add).toHaveBeenCalledTimes(2);
});

it('an edit that cannot be stored is reported, and still reaches all listeners', () => {
  const { ydoc, persistence } = openGuarded(() => {
    // As after a browser has deleted the database.
    throw new DOMException('Connection to the server lost', 'InvalidStateError');
  });
  const handleBroken = vi.fn();
  persistence.once('broken', handleBroken);
  const send = vi.fn();
  const count = vi.fn();
  ydoc.on('update', send);
  ydoc.on('afterAllTransactions', count);
  expect(() => ydoc.getMap('nodes').set('a', 1)).not.toThrow();
  expect(handleBroken).toHaveBeenCalledTimes(1);
  expect(send).toHaveBeenCalledTimes(1);
  expect(count).toHaveBeenCalledTimes(1);
});
