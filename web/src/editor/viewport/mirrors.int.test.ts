// @module-tag full
import { describe, expect, it } from 'vitest';
import { withWorkbench } from '../../test/with-workbench.ts';

/** Screen-space reflections and antialiasing in a real browser, checked by pixels and WebGL calls. */
const page = withWorkbench();
const SCENE = {
  environment: { background: { kind: 'color', color: '#808080' }, ground: { kind: 'none' } },
  nodes: {
    floor: { kind: 'plane', props: { size: [8, 8] }, material: 'mirror' },
    box: { kind: 'box', position: [0, 1.2, 0], material: 'red' },
    picture: { kind: 'sphere', position: [1.6, 0.6, 1], material: 'glass' },
  },
  materials: {
    mirror: { color: '#ffffff', metalness: 1, roughness: 0.05 },
    red: { color: '#ff0000', emissive: '#ff0000', emissiveIntensity: 1 },
    glass: { advanced: { transmission: 1 } },
  },
};

/** Helpers for pictures, on the page. */
async function readPictures() {
  await page().evaluate(() => {
    // Time is frozen, so that slow machines do not pause effects.
    performance.now = () => 0;
    window.bench.editor.preferences.change({ isGridShown: false });
    const pictureOf = async (scene: object) => {
      await window.bench.show(scene);
      window.bench.canvas.invalidate();
      return await window.bench.nextPicture();
    };
    const differing = (one: Uint8ClampedArray, other: Uint8ClampedArray) =>
      one.filter((value, i) => Math.abs(value - (other[i] ?? 0)) > 4).length;
    /** Number of pixels with much more red than blue. */
    const reds = (pixels: Uint8ClampedArray) => {
      let count = 0;
      for (let i = 0; i < pixels.length; i += 4) {
        count += (pixels[i] ?? 0) > (pixels[i + 2] ?? 0) + 80 ? 1 : 0;
      }
      return count;
    };
    Object.assign(window, { pictureOf, differing, reds });
  });
}

declare const pictureOf: (scene: object) => Promise<Uint8ClampedArray>;
declare const differing: (one: Uint8ClampedArray, other: Uint8ClampedArray) => number;
declare const reds: (pixels: Uint8ClampedArray) => number;

describe('screen-space reflections', () => {
  it('show objects in a mirror only while enabled', async () => {
    await readPictures();
    const found = await page().evaluate(async (scene) => {
      const withSsr = (ssr: object) => pictureOf({ ...scene, effects: { enabled: true, ssr } });
      const plain = await pictureOf(scene);
      const mirrored = await withSsr({ enabled: true });
      const near = await withSsr({ enabled: true, distance: 0.3 });
      const weak = await withSsr({ enabled: true, intensity: 0 });
      const vignette = { enabled: true, vignette: { enabled: true, amount: 0.2 } };
      const without = await pictureOf({ ...scene, effects: vignette });
      const off = await pictureOf({
        ...scene,
        effects: { ...vignette, ssr: { enabled: false, intensity: 5 } },
      });
      const after = await pictureOf(scene);
      return {
        plain: reds(plain),
        mirrored: reds(mirrored),
        near: reds(near),
        weak: reds(weak),
        off: differing(without, off),
        left: differing(plain, after),
      };
    }, SCENE);
    expect(found.plain).toBeGreaterThan(500);
    expect(found.mirrored).toBeGreaterThan(found.plain * 1.4);
    expect(found.near).toBeLessThan(found.plain * 1.1);
    expect(Math.abs(found.weak - found.plain)).toBeLessThan(found.plain * 0.1);
    expect(found.off).toBe(0);
    expect(found.left).toBe(0);
  });

  it('compile no shader while scrubbed', async () => {
    const counts = await page().evaluate(async (scene) => {
      const { bench, workbench } = window;
      await bench.show({ ...scene, effects: { enabled: true, ssr: { enabled: true } } });
      workbench.takeCounts();
      for (let i = 1; i < 6; i += 1) {
        const ssr = { intensity: i / 2, distance: i, roughness: i / 6 };
        workbench.updateScene(bench.editor.ydoc, { effects: { ssr } });
        await workbench.frame();
      }
      return workbench.takeCounts();
    }, SCENE);
    expect(counts.draws).toBeGreaterThan(0);
    expect(counts.programs).toBe(0);
  });
});

describe('antialiasing', () => {
  it('is MSAA as by default, FXAA or none', async () => {
    await readPictures();
    const found = await page().evaluate(async (scene) => {
      const withEdges = (effects: object) => pictureOf({ ...scene, effects: { enabled: true, ...effects } });
      const plain = await pictureOf(scene);
      const smooth = await withEdges({ antialiasing: 'msaa' });
      const rough = await withEdges({ antialiasing: 'none' });
      const smoothed = await withEdges({ antialiasing: 'fxaa' });
      const off = await pictureOf({ ...scene, effects: { antialiasing: 'none' } });
      return {
        smooth: differing(plain, smooth),
        off: differing(plain, off),
        rough: differing(plain, rough),
        smoothed: differing(rough, smoothed),
      };
    }, SCENE);
    expect(found).toMatchObject({ smooth: 0, off: 0 });
    expect(found.rough).toBeGreaterThan(100);
    expect(found.smoothed).toBeGreaterThan(100);
  });
});
