import { openWorkbench } from '@diorama/web/test/open-workbench.ts';
import type { Page } from 'playwright-core';
import { type Crowd, closeCrowd, openCrowd } from '../crowd.ts';
import { percentile, ROUNDS, summarise } from '../measure.ts';
import { atMost, medianOf, type Row } from '../row.ts';
import { openScriptWatch, type ScriptWatch } from '../script-time.ts';

const NODES = 5_000;
/** A software renderer takes seconds for each. */
const FRAMES = 4;

/** Milliseconds of script, `draws` a count: each frame by itself, the others as means of many. */
type Figures = { frames: number[]; single: number[]; edit: number; pick: number; draws: number };
/** Draws by turning the view or the meshes. Each call returns its number of frames. */
type Turns = Record<'turnView' | 'turnMeshes', (turn: number) => Promise<number>>;

/**
 * Adds the functions to the page that draw one frame: of the viewport, orbiting with a selection, and of the
 * reference scene.
 * The reference draws the same nodes with one mesh each, as a reconciler creates them.
 */
async function openTurns(page: Page): Promise<void> {
  await page.evaluate((nodes) => {
    const { drain, frame, takeFrameTimes, three } = window.workbench;
    const { bench, ids } = (window as unknown as { crowd: Crowd }).crowd;
    const { editor } = bench;
    editor.selection.set(ids.slice(0, 1));
    const axis = new three.Vector3(0, 1, 0);
    const turnView = async () => {
      takeFrameTimes();
      const { position, target, fov } = editor.camera.pose.value;
      editor.camera.set({ position: position.clone().applyAxisAngle(axis, 0.02), target, fov });
      await frame();
      drain(bench);
      return takeFrameTimes().length;
    };
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
    const turnMeshes = async (turn: number) => {
      await new Promise(requestAnimationFrame);
      camera.position.set(60 * Math.sin(turn / 50), 40, 60 * Math.cos(turn / 50));
      camera.lookAt(0, 0, 0);
      renderer.render(scene, camera);
      const context = renderer.getContext();
      context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4));
      return 1;
    };
    Object.assign(window, { turnView, turnMeshes });
  }, NODES);
}

/** The script that each frame runs. */
async function measureFrames(page: Page, scriptMs: ScriptWatch, name: keyof Turns): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < FRAMES; turn += 1) {
    const before = await scriptMs();
    const frames = Number(await page.evaluate(`window.${name}(${turn})`));
    times.push(((await scriptMs()) - before) / frames);
  }
  return times;
}

/** Edits one node at a time, and picks the node under the pointer. */
async function measureWork(page: Page): Promise<Pick<Figures, 'edit' | 'pick' | 'draws'>> {
  return await page.evaluate(async (count) => {
    const { drain, frame, takeCounts, updateNode } = window.workbench;
    const { bench, ids } = (window as unknown as { crowd: Crowd }).crowd;
    const { turnView } = window as unknown as Turns;
    const { editor } = bench;
    takeCounts();
    const frames = await turnView(0);
    const draws = takeCounts().draws / frames;
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
    editor.queries?.hits(editor.camera.rayAt(at(0)));
    const startedAt = performance.now();
    for (let i = 0; i < 2_000; i += 1) {
      editor.queries?.hits(editor.camera.rayAt(at(i)));
    }
    const pick = (performance.now() - startedAt) / 2_000;
    return { edit: edit / count, pick, draws };
  }, FRAMES);
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
      await openTurns(page);
      const scriptMs = await openScriptWatch(page);
      const all: Figures[] = [];
      // An uncounted first round compiles the shaders.
      for (let round = -1; round < ROUNDS; round++) {
        const frames = await measureFrames(page, scriptMs, 'turnView');
        const single = await measureFrames(page, scriptMs, 'turnMeshes');
        const figures = { frames, single, ...(await measureWork(page)) };
        if (round >= 0) {
          all.push(figures);
        }
      }
      await closeCrowd(page);
      const frames = all.flatMap((one) => one.frames);
      const single = all.flatMap((one) => one.single);
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
