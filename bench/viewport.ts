import type { Page } from 'playwright-core';
import { type Crowd, closeCrowd } from './crowd.ts';
import { percentile, ROUNDS, summarise } from './measure.ts';
import { atMost, medianOf, type RowResult } from './row.ts';
import { openScriptWatch, type ScriptWatch } from './script-time.ts';

/** A software renderer takes seconds for each. */
const FRAMES = 4;

/** Milliseconds of script, `draws` a count: each frame by itself, the others as means of many. */
type Figures = Record<Drawn, number[]> & { edit: number; pick: number; draws: number };
/** Numbers of nodes and of their shapes, of which the peers have as many. */
type Size = { nodes: number; kinds: number };
/** The viewport, and two peers in plain three.js: one mesh each, and instances by shape. */
const DRAWN = ['frame', 'instanced', 'single'] as const;
type Drawn = (typeof DRAWN)[number];
/** Draws the next turn. Each call returns its number of frames. */
type Turns = Record<Drawn, () => Promise<number>>;

/**
 * Adds `window.turns` to the page: the viewport orbits with a selection, and each peer draws as many nodes from as many
 * sides. A peer that draws less than it should throws.
 */
async function openTurns(page: Page, size: Size): Promise<void> {
  await page.evaluate(({ nodes, kinds }) => {
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
    const side = Math.ceil(Math.sqrt(nodes));
    const place = (i: number) =>
      new three.Vector3((i % side) - side / 2, 0.5, Math.floor(i / side) - side / 2);
    const shapes = [
      new three.BoxGeometry(),
      new three.SphereGeometry(0.5),
      new three.CylinderGeometry(0.5, 0.5),
      new three.ConeGeometry(0.5),
      new three.PlaneGeometry(),
      ...[0.02, 0.05, 0.1, 0.15, 0.2].map((tube) => new three.TorusGeometry(0.4, tube)),
    ].slice(0, kinds);
    const scenes = {
      single: () => {
        const materials = Array.from({ length: 50 }, () => new three.MeshStandardMaterial());
        return Array.from({ length: nodes }, (_, i) => {
          const mesh = new three.Mesh(shapes[i % shapes.length], materials[i % 50]);
          mesh.position.copy(place(i));
          return mesh;
        });
      },
      instanced: () =>
        shapes.map((shape, at) => {
          const count = Math.ceil((nodes - at) / shapes.length);
          const mesh = new three.InstancedMesh(shape, new three.MeshStandardMaterial(), count);
          for (let i = 0; i < count; i += 1) {
            const number = i * shapes.length + at;
            const { x, y, z } = place(number);
            mesh.setMatrixAt(i, new three.Matrix4().makeTranslation(x, y, z));
            mesh.setColorAt(i, new three.Color().setHSL((number % 50) / 50, 1, 0.5));
          }
          return mesh;
        }),
    };
    /** @param calls - draw calls of a frame, as nothing is out of sight */
    const openPeer = (objects: import('three').Object3D[], calls: number) => {
      const renderer = new three.WebGLRenderer({ antialias: true });
      renderer.setSize(320, 240);
      const scene = new three.Scene().add(new three.AmbientLight(), ...objects);
      const camera = new three.PerspectiveCamera(60, 4 / 3, 0.1, 500);
      let turn = 0;
      const draw = () => {
        turn += 0.02;
        // Far enough to see all.
        camera.position.set(1.27 * side * Math.sin(turn), 0.85 * side, 1.27 * side * Math.cos(turn));
        camera.lookAt(0, 0, 0);
        renderer.render(scene, camera);
      };
      return () =>
        new Promise<number>((resolve, reject) => {
          // Drawn in the callback, as script of a promise's continuation is not counted.
          requestAnimationFrame(() => {
            draw();
            const context = renderer.getContext();
            const pixel = new Uint8Array(4);
            context.readPixels(160, 120, 1, 1, context.RGBA, context.UNSIGNED_BYTE, pixel);
            if (renderer.info.render.calls < calls || pixel.every((value) => value === 0)) {
              reject(
                new Error(`A peer drew ${renderer.info.render.calls} of ${calls} calls, pixel ${pixel}`),
              );
              return;
            }
            resolve(1);
          });
        });
    };
    const turns = {
      frame: turnView,
      single: openPeer(scenes.single(), nodes),
      instanced: openPeer(scenes.instanced(), shapes.length),
    };
    Object.assign(window, { turns });
  }, size);
}

/** The script that each frame runs. */
async function measureFrames(page: Page, scriptMs: ScriptWatch, name: Drawn): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < FRAMES; turn += 1) {
    const before = await scriptMs();
    const frames = await page.evaluate(
      (drawn) => (window as unknown as { turns: Turns }).turns[drawn](),
      name,
    );
    times.push(((await scriptMs()) - before) / frames);
  }
  return times;
}

/** Edits one node at a time, and picks the node under the pointer. */
async function measureWork(page: Page): Promise<Pick<Figures, 'edit' | 'pick' | 'draws'>> {
  return await page.evaluate(async (count) => {
    const { drain, frame, takeCounts, updateNode } = window.workbench;
    const { bench, ids } = (window as unknown as { crowd: Crowd }).crowd;
    const { turns } = window as unknown as { turns: Turns };
    const { editor } = bench;
    takeCounts();
    const frames = await turns.frame();
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

/**
 * Measures the viewport with the page's crowd, beside its peers, and closes it.
 * @param mostEdit - goal of an edit of one node, in milliseconds
 */
export async function measureViewport(
  page: Page,
  size: Size,
  mostEdit: number,
): Promise<Omit<RowResult, 'notes'>> {
  await openTurns(page, size);
  const scriptMs = await openScriptWatch(page);
  const all: Figures[] = [];
  // An uncounted first round compiles the shaders. A peer that draws too little throws in it.
  for (let round = -1; round < ROUNDS; round++) {
    const figures = {
      frame: await measureFrames(page, scriptMs, 'frame'),
      instanced: await measureFrames(page, scriptMs, 'instanced'),
      single: await measureFrames(page, scriptMs, 'single'),
      ...(await measureWork(page)),
    };
    if (round >= 0) {
      all.push(figures);
    }
  }
  await closeCrowd(page);
  const of = (name: keyof Figures) =>
    summarise(
      name,
      all.flatMap((one) => one[name]),
    );
  const measured = [...DRAWN, 'edit' as const, 'pick' as const].map(of);
  const frames = of('frame');
  return {
    unit: 'ms',
    measured,
    goals: [
      atMost(
        'script of a frame, of the same in bare InstancedMesh',
        frames.median / of('instanced').median,
        3,
      ),
      atMost('script of a frame, p95 ms', worst(frames.values), 2),
      atMost('draws a frame', of('draws').median, 100),
      atMost('an edit of one ms', medianOf(measured, 'edit'), mostEdit),
      atMost('a pick ms', medianOf(measured, 'pick'), 0.1),
    ],
  };
}
