import { describe, expect, it } from 'vitest';
import { withWorkbench } from '../../test/with-workbench.ts';

/** Viewport in a real browser, checked by counted WebGL calls and compared pixels. */
const page = withWorkbench();

describe('the selection outline', () => {
  it('compiles no shader from one frame to the next', async () => {
    const counts = await page().evaluate(async () => {
      const { frame, takeCounts } = window.workbench;
      const { bench } = window;
      await bench.show({ nodes: { a: { kind: 'box' }, b: { kind: 'sphere', position: [2, 0, 0] } } });
      bench.editor.selection.set(['a']);
      bench.editor.hover.value = { handle: null, node: 'b' };
      await frame();
      bench.editor.hover.value = null;
      await frame();
      takeCounts();
      for (const ids of [['a', 'b'], ['b'], [], ['a']]) {
        bench.editor.selection.set(ids);
        bench.canvas.invalidate();
        await frame();
      }
      return takeCounts();
    });
    expect(counts.programs).toBe(0);
    expect(counts.draws).toBeGreaterThan(0);
  });

  it('adds only a few draw calls for any number of nodes', async () => {
    const [before, after] = await page().evaluate(async () => {
      const { frame, takeCounts } = window.workbench;
      // Kinds with few triangles, as the software renderer draws them.
      const kinds = ['box', 'plane'];
      const nodes = Object.fromEntries(
        Array.from({ length: 5_000 }, (_, i) => [
          `n${i}`,
          {
            kind: kinds[i % 2],
            position: [(i % 71) * 0.2, 0, Math.floor(i / 71) * 0.2],
            scale: [0.1, 0.1, 0.1],
          },
        ]),
      );
      const { bench } = window;
      await bench.show({ nodes });
      await frame();
      takeCounts();
      bench.canvas.invalidate();
      await frame();
      const alone = takeCounts().draws;
      bench.editor.selection.set(Object.keys(nodes));
      await frame();
      takeCounts();
      bench.canvas.invalidate();
      await frame();
      const selected = takeCounts().draws;
      return [alone, selected] as const;
    });
    expect(before).toBeLessThan(30);
    // Two shapes of the mask, their outline, and the gizmo.
    expect(after - before).toBeLessThan(30);
  });

  it('is excluded from the reported draw calls', async () => {
    const [bare, selected, grown] = await page().evaluate(async () => {
      const { frame } = window.workbench;
      const { bench } = window;
      const told = async () => {
        bench.canvas.invalidate();
        await frame();
        return bench.editor.drawCalls.value;
      };
      const box = { kind: 'box' };
      await bench.show({ nodes: { a: box } });
      const alone = await told();
      bench.editor.selection.set(['a']);
      const marked = await told();
      bench.editor.selection.set([]);
      await bench.show({ nodes: { a: box, b: { kind: 'sphere', position: [2, 0, 0] } } });
      return [alone, marked, await told()] as const;
    });
    expect(bare).toBeGreaterThan(0);
    expect(selected).toBe(bare);
    expect(grown).toBeGreaterThan(bare);
  });

  it('is drawn only around nodes with a surface', async () => {
    const lines = await page().evaluate(async () => {
      const { addNode } = window.workbench;
      const { bench } = window;
      await bench.show({ nodes: { a: { kind: 'box', position: [0, 0.5, 0] } } });
      bench.editor.tools.use('select');
      // Number of pixels in the outline colour, which no other object has.
      const lineOf = async (ids: string[]) => {
        bench.editor.selection.set(ids);
        const pixels = await bench.nextPicture();
        let count = 0;
        for (let i = 0; i < pixels.length; i += 4) {
          const [red = 0, green = 0, blue = 0] = pixels.subarray(i, i + 3);
          count += red > 200 && green < 60 && blue > 200 ? 1 : 0;
        }
        return count;
      };
      const box = await lineOf(['a']);
      // A light has a mark but no surface.
      const light = await lineOf([addNode(bench.editor.ydoc, { kind: 'pointLight', position: [50, 2, 0] })]);
      const boxAgain = await lineOf(['a']);
      return { box, light, boxAgain };
    });
    expect(lines.box).toBeGreaterThan(200);
    expect(lines).toEqual({ box: lines.box, light: 0, boxAgain: lines.box });
  });
});

describe('a depth picture', () => {
  it('is white for the nearest surface, gray behind it, and black for empty space', async () => {
    const greys = await page().evaluate(async () => {
      const { bench } = window;
      const front = { kind: 'box', position: [-1, 0, 1], material: 'red' };
      const back = { kind: 'sphere', position: [1, 0, -1], props: { radius: 0.5 } };
      const environment = { ground: { kind: 'none' }, background: { kind: 'color', color: '#ff0000' } };
      await bench.show({ environment, materials: { red: { color: '#ff0000' } }, nodes: { front, back } });
      const { position, target, fov } = bench.editor.camera.pose.value;
      bench.editor.camera.set({ position: position.set(0, 0, 8), target: target.set(0, 0, 0), fov });
      await bench.nextPicture();
      const blob = await bench.editor.queries?.depth({ longest: 160 });
      const picture = await createImageBitmap(blob ?? new Blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context?.drawImage(picture, 0, 0);
      const at = (node: 'front' | 'back') => {
        const { x, y } = bench.editor.camera.project(
          bench.editor.queries?.boundsOf([node]).getCenter(position.clone()) ?? position,
        );
        const size = bench.editor.camera.size;
        return [
          ...(context?.getImageData((x / size.width) * canvas.width, (y / size.height) * canvas.height, 1, 1)
            .data ?? []),
        ];
      };
      return {
        front: at('front'),
        back: at('back'),
        corner: [...(context?.getImageData(0, 0, 1, 1).data ?? [])],
      };
    });
    expect(greys.corner).toEqual([0, 0, 0, 255]);
    expect(greys.front[0]).toBeGreaterThan(220);
    const [grey = 0, green, blue] = greys.back;
    expect([green, blue]).toEqual([grey, grey]);
    expect(grey).toBeLessThan(greys.front[0] ?? 0);
  });
});

describe('the ground shadow', () => {
  it.each([
    ['is added', true],
    ['is moved', false],
  ])('is correct in the first frame after a node %s', async (_, isAdded) => {
    const differing = await page().evaluate(async (isAdding) => {
      const { frame, addNode, updateNode } = window.workbench;
      const { bench } = window;
      await bench.show({ nodes: { a: { kind: 'box', position: [0, 0.5, 0] } } });
      bench.editor.preferences.change({ isGridShown: false });
      await bench.ready();
      if (isAdding) {
        addNode(bench.editor.ydoc, { kind: 'box', position: [3, 0.5, 0] });
      } else {
        updateNode(bench.editor.ydoc, 'a', { position: [2, 0.5, 1] });
      }
      const first = await bench.nextPicture();
      await frame();
      bench.canvas.invalidate();
      const later = await bench.nextPicture();
      return first.filter((value, i) => value !== later[i]).length;
    }, isAdded);
    expect(differing).toBe(0);
  });
});

describe('a scrubbed edit', () => {
  it('of a material compiles no shader and uploads no texture', async () => {
    const counts = await page().evaluate(async () => {
      const { frame, takeCounts, updateMaterial } = window.workbench;
      const url = window.workbench.picture('#ff8800');
      const nodes = {
        a: { kind: 'box', material: 'm' },
        b: { kind: 'sphere', material: 'm', position: [2, 0, 0] },
      };
      const m = { maps: { color: '/api/assets/1' }, advanced: { clearcoat: 0.5 }, alphaMode: 'mask' };
      const { bench } = window;
      await bench.show({ nodes, materials: { m } }, { '/api/assets/1': url });
      await bench.ready();
      takeCounts();
      for (let i = 1; i < 8; i += 1) {
        updateMaterial(bench.editor.ydoc, 'm', {
          color: `#${i}0${i}0${i}0`,
          emissive: `#00${i}000`,
          emissiveIntensity: i / 4,
          roughness: i / 10,
          alphaCutoff: i / 20,
          uv: { repeat: [i, i], rotation: i / 10 },
          advanced: { clearcoat: i / 10 },
        });
        await frame();
      }
      const counts = takeCounts();
      return counts;
    });
    expect(counts).toMatchObject({ programs: 0, uploads: 0 });
    expect(counts.draws).toBeGreaterThan(0);
  });

  it('of one of two equal-looking materials compiles no shader and uploads no texture', async () => {
    const counts = await page().evaluate(async () => {
      const { frame, takeCounts, updateMaterial } = window.workbench;
      const url = window.workbench.picture('#0088ff');
      const nodes = {
        a: { kind: 'box', material: 'm' },
        b: { kind: 'box', material: 'n', position: [2, 0, 0] },
      };
      const look = { maps: { color: '/api/assets/1' }, emissive: '#111111' };
      const { bench } = window;
      await bench.show({ nodes, materials: { m: look, n: look } }, { '/api/assets/1': url });
      await bench.ready();
      takeCounts();
      for (let i = 1; i < 5; i += 1) {
        updateMaterial(bench.editor.ydoc, 'm', { emissive: `#00${i}000` });
        await frame();
      }
      const counts = takeCounts();
      return counts;
    });
    expect(counts).toMatchObject({ programs: 0, uploads: 0 });
  });

  it('of the ground compiles no shader', async () => {
    const counts = await page().evaluate(async () => {
      const { frame, takeCounts, updateScene } = window.workbench;
      const { bench } = window;
      await bench.show({ nodes: { a: { kind: 'box' } }, environment: { ground: { kind: 'reflective' } } });
      await bench.ready();
      takeCounts();
      for (let i = 1; i < 5; i += 1) {
        updateScene(bench.editor.ydoc, { environment: { rotation: i / 10, ground: { radius: 10 + i } } });
        await bench.ready();
        await frame();
      }
      const counts = takeCounts();
      return counts;
    });
    expect(counts.programs).toBe(0);
  });
});

describe('a texture', () => {
  it('shared by many materials is uploaded to the GPU once', async () => {
    const [one, many] = await page().evaluate(async () => {
      const { takeCounts, picture } = window.workbench;
      const uploadsOf = async (count: number) => {
        const iri = `/api/assets/9${count}`;
        const materials = Object.fromEntries(
          Array.from({ length: count }, (_, i) => [
            `m${i}`,
            { maps: { color: iri }, uv: { repeat: [i + 1, 1] } },
          ]),
        );
        const nodes = Object.fromEntries(
          Array.from({ length: count }, (_, i) => [
            `n${i}`,
            { kind: 'box', material: `m${i}`, position: [i * 1.2 - count / 2, 0, 0] },
          ]),
        );
        takeCounts();
        await window.bench.show({ nodes, materials }, { [iri]: picture('#22aa55') });
        return takeCounts().uploads;
      };
      return [await uploadsOf(1), await uploadsOf(6)] as const;
    });
    expect(many).toBe(one);
  });
});
