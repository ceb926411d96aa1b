// @module-tag full
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type OpenWorkbench, openWorkbench } from '../../test/open-workbench.ts';

// Without a GPU, a first frame can take very long on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let workbench: OpenWorkbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});
afterAll(async () => await workbench.close());

it('the canvas is hidden while its WebGL context is lost, and redraws the same picture afterwards', async () => {
  const seen = await workbench.page.evaluate(async () => {
    const on = { enabled: true };
    // Time is frozen, so that slow machines do not pause effects.
    performance.now = () => 0;
    const bench = window.workbench.open();
    await bench.show({
      nodes: { a: { kind: 'box', position: [0, 0.5, 0] }, b: { kind: 'sphere', position: [2, 0.5, 0] } },
      environment: { ground: { kind: 'reflective' } },
      effects: { ...on, ao: on, dof: on, bloom: on, vignette: on },
    });
    bench.editor.selection.set(['a']);
    await bench.ready();
    const picture = async () => {
      bench.canvas.invalidate();
      return await bench.nextPicture();
    };
    const before = await picture();
    const differences: number[] = [];
    const shown: string[] = [];
    const note = () =>
      shown.push(getComputedStyle(bench.host.querySelector('canvas') ?? document.body).opacity);
    for (let i = 0; i < 2; i += 1) {
      const canvas = bench.host.querySelector('canvas');
      const losing = canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context');
      const heard = (event: string) =>
        new Promise((resolve) => canvas?.addEventListener(event, resolve, { once: true }));
      const lost = heard('webglcontextlost');
      losing?.loseContext();
      await lost;
      note();
      const restored = heard('webglcontextrestored');
      // Only after the browser has dispatched the loss event.
      await new Promise((resolve) => setTimeout(resolve));
      losing?.restoreContext();
      await restored;
      note();
      await bench.ready();
      const after = await picture();
      differences.push(after.filter((value, at) => Math.abs(value - (before[at] ?? 0)) > 2).length);
    }
    bench.dispose();
    return { differences, shown };
  });
  // Browsers draw a canvas with a lost context white.
  expect(seen).toEqual({ differences: [0, 0], shown: ['0', '1', '0', '1'] });
  expect(workbench.complaints).toEqual([]);
});
