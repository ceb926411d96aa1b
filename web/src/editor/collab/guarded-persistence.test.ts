import { expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { GuardedPersistence } from './scene-connection.ts';

it('lets everybody hear of an edit that it cannot write, and says so', () => {
  // A database that never opens and then throws, as after a browser has deleted it.
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
  const ydoc = new Y.Doc();
  const persistence = new GuardedPersistence('scene', ydoc);
  const handleBroken = vi.fn();
  persistence.once('broken', handleBroken);
  const send = vi.fn();
  const count = vi.fn();
  ydoc.on('update', send);
  ydoc.on('afterAllTransactions', count);
  Object.assign(persistence, {
    db: {
      transaction: () => {
        throw new DOMException('Connection to the server lost', 'InvalidStateError');
      },
    },
  });
  expect(() => ydoc.getMap('nodes').set('a', 1)).not.toThrow();
  expect(handleBroken).toHaveBeenCalledTimes(1);
  expect(send).toHaveBeenCalledTimes(1);
  expect(count).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});
