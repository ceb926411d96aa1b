// @module-tag full
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type OpenWorkbench, openWorkbench } from '../../test/open-workbench.ts';

// Without a GPU, a first frame can take very long on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let workbench: OpenWorkbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});
afterAll(async () => await workbench.close());
afterEach(() => {
  expect(workbench.complaints).toEqual([]);
});

it('fog, depth of field and ambient occlusion use correct distances in orthographic projection', async () => {
  const seen = await workbench.page.evaluate(async () => {
    // Time is frozen, so that slow machines do not pause effects.
    performance.now = () => 0;
    const bench = window.workbench.open();
    bench.editor.preferences.change({ isGridShown: false });
    const box = (x: number, z: number) => ({ kind: 'box', position: [x, 0.5, z], material: 'm' });
    const pictureOf = async (projection: 'perspective' | 'orthographic', more: object) => {
      await bench.show({
        nodes: { a: box(0, 0), b: box(1, 0.6), floor: { kind: 'plane', props: { size: [6, 6] } } },
        materials: { m: { color: '#cc8844' } },
        camera: { position: [5, 3.5, 7], target: [0, 0.5, 0] },
        ...more,
      });
      bench.editor.camera.setProjection(projection);
      await bench.ready();
      bench.canvas.invalidate();
      return await bench.nextPicture();
    };
    const middle = (pixels: Uint8ClampedArray) => [...pixels.subarray((120 * 320 + 160) * 4).subarray(0, 3)];
    // The centre contains objects only, without background.
    const differing = (a: Uint8ClampedArray, b: Uint8ClampedArray) => {
      let count = 0;
      for (let y = 100; y < 140; y += 1) {
        for (let i = (y * 320 + 140) * 4; i < (y * 320 + 180) * 4; i += 1) {
          count += Math.abs((a[i] ?? 0) - (b[i] ?? 0)) > 6 ? 1 : 0;
        }
      }
      return count;
    };
    const effects = (name: string, values: object) => ({
      effects: { enabled: true, [name]: { enabled: true, ...values } },
    });
    const fog = { environment: { fog: { enabled: true, color: '#00ff00', near: 6, far: 20 } } };
    const [deep, flat] = [await pictureOf('perspective', fog), await pictureOf('orthographic', fog)];
    const plain = await pictureOf('orthographic', effects('grade', {}));
    const sharp = await pictureOf('orthographic', effects('dof', { distance: 8.9, range: 12, blur: 4 }));
    const blurred = await pictureOf('orthographic', effects('dof', { distance: 60, range: 4, blur: 4 }));
    const dark = await pictureOf('orthographic', effects('ao', { intensity: 6, radius: 1 }));
    bench.dispose();
    return {
      fog: [middle(deep), middle(flat)] as const,
      sharp: differing(plain, sharp),
      blurred: differing(plain, blurred),
      dark: differing(plain, dark),
    };
  });
  const [deep, flat] = seen.fog;
  expect(flat.map((value, i) => Math.abs(value - (deep[i] ?? 0)) < 12)).toEqual([true, true, true]);
  // The fog does not hide its colour completely.
  expect(flat[0]).toBeGreaterThan(60);
  expect(seen.sharp).toBeLessThan(seen.blurred / 4);
  expect(seen.dark).toBeGreaterThan(100);
});
