import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type OpenWorkbench, openWorkbench } from '../test/open-workbench.ts';

// Without a graphics card a first frame takes as long as a busy machine lets it.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let workbench: OpenWorkbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});
afterAll(async () => await workbench.close());

it('A scene tells what is done before its first picture, which lets that be seen', async () => {
  const told = await workbench.page.evaluate(async () => {
    const { SceneCanvas, parseDocument } = window.workbench;
    const host = document.createElement('div');
    host.style.cssText = 'width: 320px; height: 240px';
    document.body.append(host);
    const steps: string[] = [];
    const canvas = new SceneCanvas({
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
