import { openWorkbench } from '@diorama/web/test/open-workbench.ts';
import type { Page } from 'playwright-core';
import { type Crowd, closeCrowd, openCrowd } from '../crowd.ts';
import { percentile, ROUNDS, summarise } from '../measure.ts';
import { atMost, medianOf, type Row } from '../row.ts';

const NODES = 5_000;
/** A software renderer takes seconds for each. */
const FRAMES = 8;

/** Milliseconds of script, `draws` a count: each frame by itself, the others as means of many. */
type Figures = { frames: number[]; edit: number; pick: number; draws: number };

/** Orbits with something selected, edits one thing at a time, and looks for what is under the pointer. */
async function measure(page: Page): Promise<Figures> {
  return await page.evaluate(async (count) => {
    const { drain, frame, takeCounts, takeFrameTimes, updateNode, three } = window.workbench;
    const { bench, ids } = (window as unknown as { crowd: Crowd }).crowd;
    const { editor } = bench;
    editor.selection.set(ids.slice(0, 1));
    await frame();
    drain(bench);
    takeFrameTimes();
    takeCounts();
    for (let i = 0; i < count; i += 1) {
      const { position, target, fov } = editor.camera.get();
      const turned = position.clone().applyAxisAngle(new three.Vector3(0, 1, 0), 0.02);
      editor.camera.set({ position: turned, target, fov });
      await frame();
      drain(bench);
    }
    const frames = takeFrameTimes();
    const draws = takeCounts().draws / frames.length;
    let edit = 0;
    for (let i = 0; i < count; i += 1) {
      const id = ids[(i * 37) % ids.length] ?? '';
      const startedAt = performance.now();
      editor.edit(() => updateNode(editor.ydoc, id, { position: [i / 10, 1, 0] }));
      edit += performance.now() - startedAt;
      await frame();
      drain(bench);
    }
    const at = (i: number) => ({ x: (i * 97) % 320, y: (i * 61) % 240 });
    editor.probe?.hits(editor.camera.rayAt(at(0)));
    const startedAt = performance.now();
    for (let i = 0; i < 2_000; i += 1) {
      editor.probe?.hits(editor.camera.rayAt(at(i)));
    }
    const pick = (performance.now() - startedAt) / 2_000;
    return { frames, edit: edit / count, pick, draws };
  }, FRAMES);
}

/** The same things as a mesh each, as a reconciler makes them: what the instances are held against. */
async function measureMeshes(page: Page): Promise<number[]> {
  return await page.evaluate(
    async ({ nodes, frames }) => {
      const { three } = window.workbench;
      const renderer = new three.WebGLRenderer({ antialias: true });
      renderer.setSize(320, 240);
      const scene = new three.Scene().add(new three.AmbientLight());
      const camera = new three.PerspectiveCamera(40, 4 / 3, 0.1, 500);
      const shapes = [new three.BoxGeometry(), new three.SphereGeometry(0.5), new three.ConeGeometry(0.5)];
      const materials = Array.from({ length: 50 }, () => new three.MeshStandardMaterial());
      const side = Math.ceil(Math.sqrt(nodes));
      for (let i = 0; i < nodes; i += 1) {
        const mesh = new three.Mesh(shapes[i % 3], materials[i % 50]);
        mesh.position.set((i % side) - side / 2, 0.5, Math.floor(i / side) - side / 2);
        scene.add(mesh);
      }
      const times: number[] = [];
      for (let i = 0; i < frames; i += 1) {
        camera.position.set(60 * Math.sin(i / 50), 40, 60 * Math.cos(i / 50));
        camera.lookAt(0, 0, 0);
        const startedAt = performance.now();
        renderer.render(scene, camera);
        times.push(performance.now() - startedAt);
        const context = renderer.getContext();
        context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4));
      }
      for (const freed of [...shapes, ...materials, renderer]) {
        freed.dispose();
      }
      renderer.forceContextLoss();
      return times;
    },
    { nodes: NODES, frames: FRAMES },
  );
}

const worst = (frames: readonly number[]) =>
  percentile(
    frames.toSorted((a, b) => a - b),
    0.95,
  );

export const editor5000: Row = {
  name: 'editor-5000',
  what: `the editor's viewport with ${NODES} things of ten shapes and fifty materials, one of them selected`,
  run: async () => {
    const { page, close } = await openWorkbench();
    try {
      await openCrowd(page, NODES);
      const all: Figures[] = [];
      const single: number[] = [];
      for (let round = -1; round < ROUNDS; round++) {
        const figures = await measure(page);
        const meshes = await measureMeshes(page);
        if (round >= 0) {
          all.push(figures);
          single.push(...meshes);
        }
      }
      await closeCrowd(page);
      const frames = all.flatMap((one) => one.frames);
      const of = (name: 'edit' | 'pick' | 'draws') =>
        summarise(
          name,
          all.map((one) => one[name]),
        );
      const measured = [summarise('frame', frames), summarise('single', single), of('edit'), of('pick')];
      return {
        unit: 'ms',
        measured,
        goals: [
          atMost('script of a frame, p95 ms', worst(frames), 2),
          atMost('draws a frame', of('draws').median, 100),
          atMost('an edit of one ms', medianOf(measured, 'edit'), 1),
          atMost('a pick ms', medianOf(measured, 'pick'), 0.1),
        ],
        notes: [
          `single: as many meshes in plain three.js, three shapes and fifty materials; their p95 is ${worst(single).toFixed(1)} ms`,
        ],
      };
    } finally {
      await close();
    }
  },
};
