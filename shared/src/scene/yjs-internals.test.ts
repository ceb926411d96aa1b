import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import {
  copyPending,
  hasContent,
  isRemoved,
  itemAt,
  itemsByKey,
  keyInParent,
  NOTHING_PENDING,
  pendingBytes,
  restorePending,
  structsOf,
} from './yjs-internals.ts';

describe('Yjs internals without a public API', () => {
  it('include the key and the deletion state of a type', () => {
    const ydoc = new Y.Doc();
    const root = ydoc.getMap<Y.Map<unknown>>('root');
    const child = root.set('child', new Y.Map());
    expect([keyInParent(root), keyInParent(child)]).toEqual([null, 'child']);
    expect([isRemoved(root), isRemoved(child)]).toEqual([false, false]);
    root.delete('child');
    expect([keyInParent(child), isRemoved(child)]).toEqual(['child', true]);
  });

  it('include the newest item of a key and the first item of a list', () => {
    const ydoc = new Y.Doc();
    const map = ydoc.getMap<number>('map');
    map.set('a', 1);
    map.set('a', 2);
    expect(itemAt(map, 'a')?.content.getContent()).toEqual([2]);
    expect(itemAt(map, 'a')?.left?.deleted).toBe(true);
    expect(itemAt(map, 'b')).toBeNull();
    const list = ydoc.getArray<string>('list');
    expect(itemAt(list, null)).toBeNull();
    list.push(['x', 'y']);
    expect(itemAt(list, null)?.content.getContent()).toEqual(['x', 'y']);
    itemsByKey(map).delete('a');
    expect(map.has('a')).toBe(false);
  });

  it('include the structs of each client, none in a new document', () => {
    const ydoc = new Y.Doc();
    expect([hasContent(ydoc), structsOf(ydoc, ydoc.clientID)]).toEqual([false, undefined]);
    ydoc.getMap('map').set('a', 1);
    ydoc.getMap('map').set('a', 2);
    expect(hasContent(ydoc)).toBe(true);
    expect(structsOf(ydoc, ydoc.clientID)?.map(({ id }) => id.clock)).toEqual([0, 1]);
    expect(structsOf(ydoc, ydoc.clientID + 1)).toBeUndefined();
  });

  it('include pending updates, which can be removed and restored', () => {
    const author = new Y.Doc();
    const updates: Uint8Array[] = [];
    author.on('update', (update: Uint8Array) => updates.push(update));
    author.getMap('map').set('a', 1);
    author.getMap('map').set('b', 2);
    const [first, second] = updates;
    const reader = new Y.Doc();
    expect(pendingBytes(copyPending(reader))).toBe(0);
    Y.applyUpdate(reader, second ?? new Uint8Array());
    const waiting = copyPending(reader);
    expect(pendingBytes(waiting)).toBeGreaterThan(0);
    restorePending(reader, NOTHING_PENDING);
    expect(pendingBytes(copyPending(reader))).toBe(0);
    restorePending(reader, waiting);
    Y.applyUpdate(reader, first ?? new Uint8Array());
    expect(reader.getMap('map').toJSON()).toEqual({ a: 1, b: 2 });
    expect(pendingBytes(copyPending(reader))).toBe(0);
  });
});
