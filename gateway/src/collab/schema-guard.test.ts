import { addNode } from '@diorama/shared/scene/ops.ts';
import { readDocument, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { itemAt } from '@diorama/shared/scene/yjs-internals.ts';
import { type Connection, Document } from '@hocuspocus/server';
import { expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { CLOSE_REASONS } from './close-socket.ts';
import { guardSchema } from './schema-guard.ts';

const POLICY = 1008;

it('a list written in place of a map is reverted, and the third one closes the socket', () => {
  const document = new Document('composition.a');
  const id = addNode(document, { kind: 'box' });
  guardSchema(document, 100);
  const close = vi.fn();
  const sendStateless = vi.fn();
  // Only these members of a connection are used.
  const connection = { context: {}, webSocket: { close }, sendStateless } as unknown as Connection;
  for (let at = 0; at < 3; at += 1) {
    expect(close).not.toHaveBeenCalled();
    const foreign = new Y.Doc();
    foreign.getArray('nodes').push([at, 'hidden']);
    Y.applyUpdate(document, Y.encodeStateAsUpdate(foreign), { source: 'connection', connection });
    let item = itemAt(sceneRoots(document).nodes, null);
    while (item) {
      expect(item.deleted).toBe(true);
      item = item.right;
    }
  }
  expect(sendStateless).toHaveBeenCalledTimes(3);
  expect(close).toHaveBeenCalledExactlyOnceWith(POLICY, CLOSE_REASONS['document-invalid']);
  expect(Object.keys(readDocument(document).nodes)).toEqual([id]);
});
