import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { applyInSlices, sceneRoots } from '../../scene/ydoc.ts';
import { mergeScene, SLICE_BYTES } from './merge-scene.ts';
import { mergeSceneInThread, splitSceneInThread } from './scene-thread.ts';

/** A scene of several megabytes, as its snapshot and a log of later edits. */
function largeScene(): { ydoc: Y.Doc; updates: Uint8Array[] } {
  const ydoc = new Y.Doc();
  const { nodes } = sceneRoots(ydoc);
  ydoc.transact(() => {
    for (let at = 0; at < 4_000; at += 1) {
      const values = Object.entries({ kind: 'box', name: `${at} ${'x'.repeat(700)}` });
      nodes.set(`box-${at}`, new Y.Map(values));
    }
  });
  const updates = [Y.encodeStateAsUpdate(ydoc)];
  ydoc.on('update', (update: Uint8Array) => updates.push(update));
  for (let at = 0; at < 1_000; at += 1) {
    nodes.delete(`box-${at}`);
  }
  return { ydoc, updates };
}

/** Number of event loop turns until a promise settles. */
async function turnsUntil(done: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const settle = () => {
    isDone = true;
  };
  done.then(settle, settle);
  while (!isDone) {
    await nextTurn();
    turns += 1;
  }
  return turns;
}

it('mergeSceneInThread merges a large scene without blocking the event loop, with the same result', async () => {
  const { updates } = largeScene();
  const merging = mergeSceneInThread(updates);
  expect(await turnsUntil(merging)).toBeGreaterThan(20);
  expect(await merging).toEqual(mergeScene(updates));
});

it('mergeSceneInThread rejects invalid updates and runs the next task', async () => {
  const broken = new Uint8Array(200_000).fill(255);
  await expect(mergeSceneInThread([broken])).rejects.toThrow();
  const { updates } = largeScene();
  expect((await mergeSceneInThread(updates)).nodes).toBe(3_000);
});

it('mergeSceneInThread merges a small scene before earlier large ones', async () => {
  const { updates } = largeScene();
  const order: string[] = [];
  const small = new Y.Doc();
  sceneRoots(small).nodes.set('box', new Y.Map(Object.entries({ kind: 'box', name: 'x'.repeat(200_000) })));
  const large = Array.from({ length: 4 }, async (_, at) => {
    await mergeSceneInThread(updates);
    order.push(`large ${at}`);
  });
  await mergeSceneInThread([Y.encodeStateAsUpdate(small)]);
  order.push('small');
  await Promise.all(large);
  expect(order.indexOf('small')).toBeLessThan(large.length);
});

it('a large scene is loaded in slices between other work, without loss', async () => {
  const { ydoc, updates } = largeScene();
  const parts = await splitSceneInThread(updates);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(2 * SLICE_BYTES);
  const loaded = new Y.Doc();
  sceneRoots(loaded);
  const slices: number[] = [];
  loaded.on('update', (update: Uint8Array) => slices.push(update.length));
  let turns = 0;
  await applyInSlices(loaded, parts, {
    origin: null,
    nextTurn: async () => {
      turns += 1;
    },
  });
  expect(turns).toBeGreaterThanOrEqual(slices.length - 1);
  expect(Math.max(...slices)).toBeLessThan(2 * SLICE_BYTES);
  expect(Y.encodeSnapshot(Y.snapshot(loaded))).toEqual(Y.encodeSnapshot(Y.snapshot(ydoc)));
});

it('many small updates are applied a few hundred at a time', async () => {
  const ydoc = new Y.Doc();
  const updates: Uint8Array[] = [];
  ydoc.on('update', (update: Uint8Array) => updates.push(update));
  for (let at = 0; at < 1_000; at += 1) {
    sceneRoots(ydoc).scene.set('unit', at);
  }
  const loaded = new Y.Doc();
  let turns = 0;
  const nextTurn = async () => {
    turns += 1;
  };
  await applyInSlices(loaded, updates, { origin: null, nextTurn });
  expect(turns).toBe(4);
  expect(sceneRoots(loaded).scene.get('unit')).toBe(999);
});
