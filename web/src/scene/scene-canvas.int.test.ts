import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type OpenWorkbench, openWorkbench } from '../test/open-workbench.ts';

// Without a GPU, a first frame takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let workbench: OpenWorkbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});
afterAll(async () => await workbench.close());

it('openDocument reports its steps before the first frame and lets the browser paint each', async () => {
  const told = await workbench.page.evaluate(async () => {
    const { openDocument, parseDocument } = window.workbench;
    const host = document.createElement('div');
    host.style.cssText = 'width: 320px; height: 240px';
    document.body.append(host);
    const steps: string[] = [];
    const canvas = openDocument({
      host,
      label: 'A box',
      document: parseDocument({ nodes: { box: { kind: 'box' } } }),
      assets: async () => null,
      isHeld: true,
      onStep: (step) => {
        steps.push(step);
        requestAnimationFrame(() => steps.push(`seen ${step}`));
      },
    });
    canvas.onDrawn(() => steps.push('drawn'));
    await canvas.reveal();
    canvas.dispose();
    return steps;
  });
  expect(told.filter((step) => step !== 'seen preparing').slice(0, 4)).toEqual([
    'preparing',
    'drawing',
    'seen drawing',
    'drawn',
  ]);
  expect(workbench.complaints).toEqual([]);
});

it('a distant view with originalFov shows the fog of the near view it replaces', async () => {
  const seen = await workbench.page.evaluate(async () => {
    const { openDocument, parseDocument } = window.workbench;
    const host = document.createElement('div');
    host.style.cssText = 'width: 64px; height: 64px';
    document.body.append(host);
    const fog = { enabled: true, color: '#0000ff', near: 8, far: 9 };
    const canvas = openDocument({
      host,
      label: 'A box',
      document: parseDocument({ nodes: { box: { kind: 'box' } }, environment: { fog } }),
      assets: async () => null,
    });
    /** Colour in the middle of the picture once the camera rests: red, green, blue. */
    const from = (distance: number, lens: { fov: number; originalFov?: number }) =>
      new Promise<number[]>((resolve) => {
        const { min, max } = canvas.view.boundsOf();
        const target = min.clone().lerp(max, 0.5);
        const position = target.clone().set(target.x, target.y, target.z + distance);
        canvas.camera.look({ position, target, ...lens }, 0.01);
        const stop = canvas.onDrawn(() => {
          canvas.invalidate();
          const isThere = Math.abs(canvas.rig.view.position.distanceTo(target) - distance) < 0.01;
          if (isThere && Math.abs(canvas.camera.fov - lens.fov) < 0.01) {
            stop();
            const gl = canvas.renderer.getContext();
            const pixel = new Uint8Array(4);
            gl.readPixels(
              gl.drawingBufferWidth / 2,
              gl.drawingBufferHeight / 2,
              1,
              1,
              gl.RGBA,
              gl.UNSIGNED_BYTE,
              pixel,
            );
            resolve([...pixel.slice(0, 3)]);
          }
        });
      });
    await canvas.reveal();
    const fogs = [
      await from(5, { fov: 40 }),
      await from(100, { fov: 2, originalFov: 40 }),
      await from(100, { fov: 2 }),
    ].map(([red = 0, green = 0, blue = 0]) => blue > red + 50 && blue > green + 50);
    canvas.dispose();
    return fogs;
  });
  expect(seen).toEqual([false, false, true]);
});
