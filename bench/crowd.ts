import type { Page } from 'playwright-core';

/** The page's scene of {@link openCrowd}: a viewport with thousands of nodes. */
export type Crowd = { bench: ReturnType<typeof window.workbench.open>; ids: string[] };

/** Opens a scene of so many shapes on the workbench's page: ten geometries, fifty materials. */
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

/** Removes the scene. */
export async function closeCrowd(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as { crowd: Crowd }).crowd.bench.dispose());
}
