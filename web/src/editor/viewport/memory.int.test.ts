// @module-tag full
import type { CDPSession } from 'playwright-core';
import { expect, it } from 'vitest';
import { withWorkbench } from '../../test/with-workbench.ts';

const page = withWorkbench();

/** GPU objects, each with a wrapper in the page. */
const GPU_OBJECTS = [
  'WebGL2RenderingContext',
  'WebGLTexture',
  'WebGLBuffer',
  'WebGLProgram',
  'WebGLFramebuffer',
  'WebGLRenderbuffer',
  'WebGLVertexArrayObject',
] as const;
/** Allowance for compiled and cached code, in bytes; a leaked scene is larger. */
const CODE = 2_000_000;

/** Number of live objects of a class. */
async function countLiving(devtools: CDPSession, name: string): Promise<number> {
  const { result } = await devtools.send('Runtime.evaluate', { expression: `${name}.prototype` });
  const prototypeObjectId = result.objectId ?? '';
  const { objects } = await devtools.send('Runtime.queryObjects', { prototypeObjectId });
  const { result: length } = await devtools.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length; }',
  });
  await devtools.send('Runtime.releaseObject', { objectId: objects.objectId ?? '' });
  return Number(length.value);
}

async function takeStock(devtools: CDPSession) {
  await devtools.send('HeapProfiler.collectGarbage');
  const { jsEventListeners, nodes } = await devtools.send('Memory.getDOMCounters');
  const gpu: Record<string, number> = {};
  for (const name of GPU_OBJECTS) {
    gpu[name] = await countLiving(devtools, name);
  }
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return { counts: { jsEventListeners, nodes, ...gpu }, heap: usedSize };
}

/** Opens a scene with one node of each kind, edits it, and closes it. */
const openAndClose = (times: number) =>
  page().evaluate(async (count) => {
    const { open, frame, picture, updateNode } = window.workbench;
    for (let i = 0; i < count; i += 1) {
      const bench = open();
      await bench.show(
        {
          nodes: {
            ground: { kind: 'plane', props: { size: [9, 9] } },
            box: { kind: 'box', position: [0, 1, 0], material: 'paint' },
            lamp: { kind: 'spotLight', position: [0, 4, 0], props: { castShadow: true } },
            sun: { kind: 'directionalLight', position: [3, 4, 0] },
          },
          materials: { paint: { name: 'Paint', maps: { color: '/api/assets/paint' } } },
          effects: { enabled: true, bloom: { enabled: true } },
        },
        { '/api/assets/paint': picture('red') },
      );
      for (const id of ['box', 'lamp']) {
        bench.editor.selection.set([id]);
        await frame();
      }
      bench.editor.edit(() => updateNode(bench.editor.ydoc, 'box', { position: [1, 1, 0] }));
      bench.editor.tools.use('move');
      await frame();
      bench.dispose();
      await frame();
    }
  }, times);

it('repeatedly opening and closing a scene leaks no resources', async () => {
  const devtools = await page().context().newCDPSession(page());
  // Permanent objects, such as the code of effects, exist after these runs.
  await openAndClose(3);
  const before = await takeStock(devtools);
  await openAndClose(10);
  const after = await takeStock(devtools);
  expect(after.counts).toEqual(before.counts);
  expect(after.heap - before.heap).toBeLessThan(CODE);
  await devtools.detach();
});
