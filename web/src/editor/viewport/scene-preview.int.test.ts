import { describe, expect, it } from 'vitest';
import { withWorkbench } from '../../test/with-workbench.ts';

const page = withWorkbench();

describe('a scene preview', () => {
  it('is drawn, follows edits made meanwhile, and ends with the document’s picture', async () => {
    const seen = await page().evaluate(async () => {
      const { addMaterial, updateMaterial, updateNode } = window.workbench;
      const { bench } = window;
      const { preview, ydoc, history } = bench.editor;
      // No glow and no lights, so that a colour is either black or emissive.
      await bench.show({
        nodes: { a: { kind: 'box', props: { size: [9, 9, 9] } } },
        environment: { intensity: 0, ground: { kind: 'none' } },
      });
      const middle = async () => {
        bench.canvas.invalidate();
        const pixels = await bench.nextPicture();
        const at = (120 * 320 + 160) * 4;
        return [...pixels.subarray(at, at + 3)];
      };
      let writes = 0;
      const plain = await middle();
      const green = addMaterial(ydoc, { emissive: '#00ff00' });
      ydoc.on('update', () => {
        writes += 1;
      });
      preview.value = { nodes: { ids: ['a'], as: (node) => ({ ...node, material: green }) } };
      const inGreen = await middle();
      preview.value = {
        nodes: { ids: ['a'], as: (node) => ({ ...node, material: '~tried' }) },
        materials: { '~tried': { emissive: '#ff0000' } },
      };
      const inRed = await middle();
      preview.value = { scene: { environment: { background: { kind: 'color', color: '#123456' } } } };
      const inNone = await middle();
      const written = writes;
      preview.value = { nodes: { ids: ['a'], as: (node) => ({ ...node, material: green }) } };
      updateMaterial(ydoc, green, { emissive: '#0000ff' });
      updateNode(ydoc, 'a', { name: 'Somebody else called it so' });
      const inBlue = await middle();
      preview.value = null;
      return {
        plain,
        inGreen,
        inRed,
        inNone,
        inBlue,
        after: await middle(),
        written,
        ...history.state.value,
      };
    });
    const main = ([red = 0, green = 0, blue = 0]: number[]) => [red, green, blue].map((value) => value > 120);
    expect([seen.inGreen, seen.inRed, seen.inBlue].map(main)).toEqual([
      [false, true, false],
      [true, false, false],
      [false, false, true],
    ]);
    expect([seen.inNone, seen.after]).toEqual([seen.plain, seen.plain]);
    expect(seen).toMatchObject({ written: 0, canUndo: false });
  });

  it('compiles no shader between similar materials and uploads no texture', async () => {
    const counts = await page().evaluate(async () => {
      const { frame, takeCounts, picture } = window.workbench;
      const { bench } = window;
      const { preview } = bench.editor;
      const maps = { color: '/api/assets/11' };
      await bench.show(
        {
          nodes: {
            plain: { kind: 'box', material: 'm0' },
            pictured: { kind: 'sphere', material: 'p0', position: [2, 0, 0] },
          },
          materials: {
            m0: { color: '#ff0000' },
            m1: { color: '#00ff00', roughness: 0.1 },
            m2: { color: '#0000ff', metalness: 1 },
            p0: { maps },
            p1: { maps, color: '#ff8800', uv: { repeat: [3, 3] } },
          },
        },
        { '/api/assets/11': picture('#ff8800') },
      );
      const wear = async (id: string, material: string) => {
        preview.value = { nodes: { ids: [id], as: (node) => ({ ...node, material }) } };
        // Its assets have loaded, and the previous object is gone.
        await bench.ready();
        await frame();
      };
      await bench.ready();
      takeCounts();
      for (const material of ['m1', 'm2', 'm1', 'm0', 'm2']) {
        await wear('plain', material);
      }
      const ofPlain = takeCounts();
      for (const material of ['p1', 'p0', 'p1']) {
        await wear('pictured', material);
      }
      preview.value = null;
      await frame();
      return { ofPlain, ofPictured: takeCounts() };
    });
    expect(counts.ofPlain).toMatchObject({ programs: 0, uploads: 0 });
    expect(counts.ofPlain.draws).toBeGreaterThan(0);
    expect(counts.ofPictured).toMatchObject({ programs: 0, uploads: 0 });
  });
});
