import type { Page } from 'playwright-core';

/** Result of {@link openCrowd} on the page: a viewport with a scene of thousands of nodes. */
export type Crowd = { bench: ReturnType<typeof window.workbench.open>; ids: string[] };

/** Opens a scene of `count` shapes on the workbench's page, with ten geometries and fifty materials. */
export async function openCrowd(page: Page, count: number): Promise<void> {
  await page.evaluate(async (size) => {
    const shapes = [
      { kind: 'box' },
      { kind: 'sphere' },
      { kind: 'cylinder' },
      { kind: 'cone' },
      { kind: 'torus' },
      { kind: 'plane' },
      ...[0.02, 0.05, 0.1, 0.2].map((tube) => ({ kind: 'torus', props: { radius: 0.4, tube } })),
    ];
    const hex = (i: number) => `#${((i * 123_457) % 0xffffff).toString(16).padStart(6, '0')}`;
    const materials = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`m${i}`, { color: hex(i + 1), roughness: i / 50 }]),
    );
    const side = Math.ceil(Math.sqrt(size));
    const nodes = Object.fromEntries(
      Array.from({ length: size }, (_, i) => {
        const position = [(i % side) - side / 2, 0.5, Math.floor(i / side) - side / 2];
        return [`n${i}`, { ...shapes[i % 10], position, scale: [0.7, 0.7, 0.7], material: `m${i % 50}` }];
      }),
    );
    const bench = window.workbench.open();
    await bench.show({ nodes, materials });
    window.workbench.drain(bench);
    Object.assign(window, { crowd: { bench, ids: Object.keys(nodes) } });
  }, count);
}

/** Opens a scene of one box and its copies on a grid. Returns the milliseconds until it was drawn. */
export async function openRepeat(page: Page, count: number): Promise<number> {
  return await page.evaluate(async (copies) => {
    const side = Math.sqrt(copies);
    const props = { pattern: 'grid', counts: [side, 1, side], jitterScale: 0.3 };
    const position = [(-side * 1.5) / 2, 0.5, (-side * 1.5) / 2];
    const nodes = { row: { kind: 'repeat', position, props }, box: { kind: 'box', parent: 'row' } };
    const bench = window.workbench.open();
    const startedAt = performance.now();
    await bench.show({ nodes });
    const opening = performance.now() - startedAt;
    window.workbench.drain(bench);
    Object.assign(window, { crowd: { bench, ids: ['box'] } });
    return opening;
  }, count);
}

/** Closes the scene. */
export async function closeCrowd(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as { crowd: Crowd }).crowd.bench.dispose());
}
