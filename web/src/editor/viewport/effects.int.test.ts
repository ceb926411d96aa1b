import { describe, expect, it } from 'vitest';
import { withWorkbench } from '../../test/with-workbench.ts';

/** Effects and material previews in a real browser, checked by pixels and WebGL calls. */
const page = withWorkbench();
const SCENE = {
  nodes: {
    a: { kind: 'box', position: [0, 0.5, 0], material: 'm' },
    b: { kind: 'sphere', position: [1.2, 0.5, 0] },
  },
  materials: { m: { color: '#ff8800', emissive: '#ffcc88', emissiveIntensity: 4 } },
};

describe('effects', () => {
  it('fetch no code and add no draw call while off', async () => {
    const found = await page().evaluate(async (scene) => {
      const { frame, takeCounts } = window.workbench;
      const { bench } = window;
      const drawsOf = async (effects: object) => {
        await bench.show({ ...scene, effects });
        await frame();
        takeCounts();
        bench.canvas.invalidate();
        await frame();
        return takeCounts().draws;
      };
      const never = await drawsOf({});
      const off = await drawsOf({ enabled: false, bloom: { enabled: true }, ao: { enabled: true } });
      const none = await drawsOf({ enabled: true });
      const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
      return { never, off, none, fetched: fetched.filter((name) => name.includes('effect-composition')) };
    }, SCENE);
    expect(found).toEqual({ never: found.never, off: found.never, none: found.never, fetched: [] });
  });

  it.each(['ao', 'dof', 'bloom', 'grade', 'vignette', 'grain', 'chromatic'])(
    '%s changes the picture only while enabled',
    async (name) => {
      const found = await page().evaluate(
        async ([scene, effect]) => {
          const { bench } = window;
          const pictureOf = async (effects: object) => {
            await bench.show({ ...scene, effects });
            bench.canvas.invalidate();
            return bench.nextPicture();
          };
          const strong = {
            amount: 1,
            threshold: 0.2,
            intensity: 4,
            distance: 1,
            range: 0.5,
            blur: 6,
            saturation: -1,
          };
          const known: Record<string, string[]> = {
            ao: ['intensity'],
            dof: ['distance', 'range', 'blur'],
            bloom: ['threshold', 'intensity'],
            grade: ['saturation'],
          };
          const values = Object.fromEntries(
            (known[effect] ?? ['amount']).map((key) => [key, strong[key as 'amount']]),
          );
          const differs = (one: Uint8ClampedArray, other: Uint8ClampedArray) =>
            one.filter((value, i) => Math.abs(value - (other[i] ?? 0)) > 4).length;
          const plain = await pictureOf({});
          const drawn = await pictureOf({ enabled: true, [effect]: { enabled: true, ...values } });
          const after = await pictureOf({});
          return { changed: differs(plain, drawn), left: differs(plain, after), all: plain.length };
        },
        [SCENE, name] as const,
      );
      expect(found.changed).toBeGreaterThan(300);
      expect(found.left).toBe(0);
    },
  );

  it('keep the scene depth, so that the grid stays behind nodes', {
    tags: ['full'],
  }, async () => {
    const found = await page().evaluate(async (scene) => {
      const { bench } = window;
      const big = {
        ...scene,
        nodes: { a: { kind: 'box', position: [0, 2, 0], props: { size: [8, 4, 8] } } },
      };
      const gridPixels = async (effects: object) => {
        await bench.show({ ...big, effects });
        const draw = async (isGridShown: boolean) => {
          bench.editor.preferences.change({ isGridShown });
          bench.canvas.invalidate();
          return bench.nextPicture();
        };
        const [shown, hidden] = [await draw(true), await draw(false)];
        bench.editor.preferences.change({ isGridShown: true });
        return shown.filter((value, i) => value !== hidden[i]).length;
      };
      const plain = await gridPixels({});
      const drawn = await gridPixels({ enabled: true, vignette: { enabled: true, amount: 0.01 } });
      return { plain, drawn };
    }, SCENE);
    expect(found.plain).toBeGreaterThan(0);
    expect(found.drawn).toBeGreaterThan(found.plain * 0.8);
    expect(found.drawn).toBeLessThan(found.plain * 1.2);
  });

  it('compile no shader while scrubbed', async () => {
    const counts = await page().evaluate(async (scene) => {
      const { frame, takeCounts, updateScene } = window.workbench;
      const { bench } = window;
      const on = { enabled: true };
      const effects = { ...on, bloom: on, vignette: on, grade: on, grain: on, chromatic: on };
      await bench.show({ ...scene, effects });
      await frame();
      takeCounts();
      for (let i = 1; i < 8; i += 1) {
        updateScene(bench.editor.ydoc, {
          effects: {
            bloom: { intensity: i, threshold: i / 10, radius: i / 10 },
            grade: { contrast: i / 10, saturation: -i / 10, tint: `#${i}0ffff` },
            vignette: { amount: i / 10 },
            grain: { amount: i / 10 },
            chromatic: { amount: i / 10 },
          },
        });
        await frame();
      }
      return takeCounts();
    }, SCENE);
    expect(counts.programs).toBe(0);
  });

  it('render the same after a camera move as when created at the new position', {
    tags: ['full'],
  }, async () => {
    const differing = await page().evaluate(async (scene) => {
      const { bench, workbench } = window;
      const { Vector3 } = workbench.three;
      const on = { enabled: true };
      const effects = { ...on, ao: { ...on, intensity: 4 }, dof: { ...on, distance: 3, range: 2, blur: 4 } };
      const start = bench.editor.camera.pose.value;
      const far = { position: new Vector3(30, 3, 0), target: new Vector3(0, 0.5, 0), fov: 12 };
      await bench.show({ ...scene, effects });
      bench.canvas.invalidate();
      const before = await bench.nextPicture();
      bench.editor.camera.set(far);
      await workbench.frame();
      bench.canvas.invalidate();
      const followed = await bench.nextPicture();
      await bench.show({ ...scene, effects: { ...effects, bloom: on } });
      await bench.show({ ...scene, effects });
      bench.canvas.invalidate();
      const anew = await bench.nextPicture();
      bench.editor.camera.set(start);
      await workbench.frame();
      const differs = (other: Uint8ClampedArray) => anew.filter((value, i) => value !== other[i]).length;
      return { before: differs(before), followed: differs(followed) };
    }, SCENE);
    expect(differing.before).toBeGreaterThan(1000);
    expect(differing.followed).toBe(0);
  });

  it('free their framebuffers when other effects replace them', { tags: ['full'] }, async () => {
    const [few, many] = await page().evaluate(async (scene) => {
      const { bench } = window;
      const prototype = WebGL2RenderingContext.prototype;
      const { createFramebuffer, deleteFramebuffer } = prototype;
      let held = 0;
      prototype.createFramebuffer = function create(this: WebGL2RenderingContext) {
        held += 1;
        return createFramebuffer.call(this);
      };
      prototype.deleteFramebuffer = function free(this: WebGL2RenderingContext, buffer) {
        held -= 1;
        deleteFramebuffer.call(this, buffer);
      };
      const on = { enabled: true };
      const turns = async (count: number) => {
        for (let i = 0; i < count; i += 1) {
          await bench.show({ ...scene, effects: { ...on, ao: on, dof: on, bloom: on } });
          await bench.show({ ...scene, effects: { ...on, vignette: on } });
        }
        return held;
      };
      const found = [await turns(1), await turns(2)] as const;
      Object.assign(prototype, { createFramebuffer, deleteFramebuffer });
      return found;
    }, SCENE);
    expect(many).toBe(few);
  });

  it('are omitted while the user compares without effects', { tags: ['full'] }, async () => {
    const differing = await page().evaluate(async (scene) => {
      const { bench } = window;
      await bench.show(scene);
      bench.canvas.invalidate();
      const plain = await bench.nextPicture();
      await bench.show({ ...scene, effects: { enabled: true, grade: { enabled: true, saturation: -1 } } });
      bench.editor.areEffectsShown.value = false;
      const compared = await bench.nextPicture();
      bench.editor.areEffectsShown.value = true;
      const drawn = await bench.nextPicture();
      const differs = (other: Uint8ClampedArray) => plain.filter((value, i) => value !== other[i]).length;
      return { compared: differs(compared), drawn: differs(drawn) };
    }, SCENE);
    expect(differing.compared).toBe(0);
    expect(differing.drawn).toBeGreaterThan(1000);
  });
});

describe('a material preview', () => {
  it('is drawn in the material’s color, follows changes, and leaves the scene unchanged', async () => {
    const found = await page().evaluate(async (scene) => {
      const { frame } = window.workbench;
      const { bench } = window;
      await bench.show({ ...scene, environment: { exposure: 0.4 } });
      bench.canvas.invalidate();
      const before = await bench.nextPicture();
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 64;
      const context = canvas.getContext('2d', { willReadFrequently: true });
      const { m } = bench.editor.scene.document.value.materials;
      const middle = () => [...(context?.getImageData(32, 32, 1, 1).data ?? [])];
      // Reached only by the corner of a cube.
      const beside = () => context?.getImageData(32, 4, 1, 1).data[3];
      const corner = () => context?.getImageData(1, 1, 1, 1).data[3];
      if (!m) {
        throw new Error('The material is gone');
      }
      const stopRed = bench.editor.painter.value?.follow(canvas, {
        ...m,
        color: '#ff0000',
        emissiveIntensity: 0,
      });
      await frame();
      const red = middle();
      stopRed?.();
      const stopBlue = bench.editor.painter.value?.follow(canvas, {
        ...m,
        color: '#0000ff',
        emissiveIntensity: 0,
      });
      await frame();
      const blue = middle();
      const besideBall = beside();
      stopBlue?.();
      const stopCube = bench.editor.painter.value?.follow(canvas, { ...m, color: '#0000ff' }, 'cube');
      await frame();
      const besideCube = beside();
      stopCube?.();
      bench.canvas.invalidate();
      const after = await bench.nextPicture();
      const forms = { besideBall, besideCube };
      return {
        red,
        blue,
        forms,
        corner: corner(),
        changed: before.filter((value, i) => value !== after[i]).length,
      };
    }, SCENE);
    const [red = 0, , redBlue = 0] = found.red;
    const [blueRed = 0, , blue = 0] = found.blue;
    expect(red).toBeGreaterThan(redBlue + 60);
    expect(blue).toBeGreaterThan(blueRed + 60);
    expect(found.corner).toBe(0);
    expect(found.forms.besideBall).not.toBe(found.forms.besideCube);
    expect(found.changed).toBe(0);
  });
});
