import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { addNode, duplicateNodes, removeNodes, updateNodes } from './ops.ts';
import { growthOf, splitUpdate } from './update-parts.ts';
import { readDocument, sceneRoots } from './ydoc.ts';
import { validateTouched } from './ydoc-validate.ts';
import { copyPending, pendingBytes } from './yjs-internals.ts';

const PART = 2_000;

function emptyScene(): Y.Doc {
  const ydoc = new Y.Doc();
  sceneRoots(ydoc);
  return ydoc;
}

/** Violations of the document after any of the parts, and whether a part waits for a later one. */
function applyParts(target: Y.Doc, parts: readonly Uint8Array[]): string[] {
  const found: string[] = [];
  target.on('afterTransaction', (transaction: Y.Transaction) => {
    found.push(...validateTouched(transaction).map(({ propertyPath, code }) => `${propertyPath} ${code}`));
  });
  for (const part of parts) {
    Y.applyUpdate(target, part);
    found.push(...(pendingBytes(copyPending(target)) > 0 ? ['waiting'] : []));
  }
  return found;
}

function editedOffline(): { server: Y.Doc; offline: Y.Doc } {
  const server = emptyScene();
  const old = Array.from({ length: 40 }, (_, at) => addNode(server, { kind: 'box', name: `old ${at}` }));
  const offline = emptyScene();
  Y.applyUpdate(offline, Y.encodeStateAsUpdate(server));
  const undo = new Y.UndoManager([sceneRoots(offline).nodes], { captureTimeout: 0 });
  duplicateNodes(offline, old);
  // Undone content is kept for redo and is still written.
  duplicateNodes(offline, old.slice(0, 10));
  undo.undo();
  updateNodes(offline, new Map(old.map((id, at) => [id, { position: [at, 1, 2] }])));
  removeNodes(offline, old.slice(0, 5));
  const { nodes } = sceneRoots(offline);
  offline.transact(() => {
    nodes.set('tick', true);
    nodes.delete('tick');
  });
  return { server, offline };
}

describe('a large update split into parts', () => {
  it('has the effect of the whole update, with a valid scene after each part', () => {
    const { server, offline } = editedOffline();
    const update = Y.encodeStateAsUpdate(offline, Y.encodeStateVector(server));
    const parts = splitUpdate(update, PART);
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.filter((part) => part.length > PART * 1.2)).toEqual([]);
    expect(applyParts(server, parts)).toEqual([]);
    expect(readDocument(server)).toEqual(readDocument(offline));
    expect(Y.encodeStateVector(server)).toEqual(Y.encodeStateVector(offline));
  });

  it('can be applied in any order', () => {
    const { server, offline } = editedOffline();
    const parts = splitUpdate(Y.encodeStateAsUpdate(offline, Y.encodeStateVector(server)), PART);
    for (const part of parts.toReversed()) {
      Y.applyUpdate(server, part);
    }
    expect(readDocument(server)).toEqual(readDocument(offline));
  });

  it('stays whole when it is small', () => {
    const update = Y.encodeStateAsUpdate(editedOffline().offline);
    expect(splitUpdate(update, update.length)).toEqual([update]);
  });

  it('combines edits of several users', () => {
    const [ada, bob] = [emptyScene(), emptyScene()];
    for (let at = 0; at < 30; at += 1) {
      const id = addNode(ada, { kind: 'sphere', name: `ada ${at}` });
      Y.applyUpdate(bob, Y.encodeStateAsUpdate(ada, Y.encodeStateVector(bob)));
      updateNodes(bob, new Map([[id, { name: `bob ${at}` }]]));
      addNode(bob, { kind: 'cone' });
      Y.applyUpdate(ada, Y.encodeStateAsUpdate(bob, Y.encodeStateVector(ada)));
    }
    const server = emptyScene();
    const parts = splitUpdate(Y.encodeStateAsUpdate(ada), PART);
    expect(parts.length).toBeGreaterThan(1);
    expect(applyParts(server, parts)).toEqual([]);
    expect(readDocument(server)).toEqual(readDocument(ada));
  });
});

describe('interleaved edits of several clients', () => {
  const EDIT = fc.record({
    by: fc.nat(3),
    what: fc.constantFrom('add', 'change', 'remove', 'hear'),
    which: fc.nat(40),
  });

  it('are applied in order without pending parts', () => {
    fc.assert(
      fc.property(fc.array(EDIT, { minLength: 10, maxLength: 120 }), fc.nat(60), (edits, known) => {
        const docs = Array.from({ length: 4 }, emptyScene);
        const server = emptyScene();
        const all = emptyScene();
        for (const [at, { by, what, which }] of edits.entries()) {
          const [ydoc, other] = [docs[by] ?? all, docs[(by + which) % 4] ?? all];
          const ids = [...sceneRoots(ydoc).nodes.keys()];
          const id = ids[which % Math.max(1, ids.length)];
          if (what === 'hear') {
            Y.applyUpdate(ydoc, Y.encodeStateAsUpdate(other, Y.encodeStateVector(ydoc)));
          } else if (what === 'add' || id === undefined) {
            addNode(ydoc, { kind: 'box', name: `of ${by}` });
          } else if (what === 'change') {
            updateNodes(ydoc, new Map([[id, { name: `by ${by}`, position: [at, 0, 0] }]]));
          } else {
            removeNodes(ydoc, [id]);
          }
          Y.applyUpdate(all, Y.encodeStateAsUpdate(ydoc, Y.encodeStateVector(all)));
          if (at === known) {
            Y.applyUpdate(server, Y.encodeStateAsUpdate(ydoc));
          }
        }
        const update = Y.encodeStateAsUpdate(all, Y.encodeStateVector(server));
        const waiting = applyParts(server, splitUpdate(update, 200)).filter((found) => found === 'waiting');
        expect(waiting).toEqual([]);
        expect(readDocument(server)).toEqual(readDocument(all));
        expect(Y.encodeStateVector(server)).toEqual(Y.encodeStateVector(all));
      }),
    );
  });
});

describe('the growth of an update', () => {
  it('counts only new content that remains', () => {
    const { server, offline } = editedOffline();
    const update = Y.encodeStateAsUpdate(offline, Y.encodeStateVector(server));
    expect(growthOf(update).rows).toEqual(new Map([['nodes', 40]]));
    expect(growthOf(update).bytes).toBeLessThan(update.length);
  });

  it('is zero for an undo of unsent edits', () => {
    const ydoc = emptyScene();
    const before = Y.encodeStateVector(ydoc);
    const undo = new Y.UndoManager([sceneRoots(ydoc).nodes], { captureTimeout: 0 });
    ydoc.transact(() => {
      for (let at = 0; at < 50; at += 1) {
        addNode(ydoc, { kind: 'box', name: `box ${at}` });
      }
    });
    undo.undo();
    expect(growthOf(Y.encodeStateAsUpdate(ydoc, before))).toEqual({ rows: new Map(), bytes: 0 });
  });
});
