import { openWorkbench } from '@diorama/web/test/open-workbench.ts';
import type { Page } from 'playwright-core';
import type { Crowd } from '../crowd.ts';
import { timesOfParts } from '../measure.ts';
import { atMost, medianOf, type Row } from '../row.ts';

const WALLS = 200;
const MOVES = 40;
const WARM_UP = 20;

/** Shows one room of so many walls in a ring, every second one with an opening. */
async function openRoom(page: Page): Promise<void> {
  await page.evaluate(async (count) => {
    const radius = count / 3;
    const corner = (at: number) => {
      const angle = ((at % count) / count) * 2 * Math.PI;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    };
    const walls = Array.from({ length: count }, (_, at) => [
      `wall-${at}`,
      { kind: 'wall', props: { start: corner(at), end: corner(at + 1), height: 2.5, thickness: 0.2 } },
    ]);
    const openings = Array.from({ length: count / 2 }, (_, at) => [
      `opening-${at}`,
      {
        kind: 'opening',
        parent: `wall-${at * 2}`,
        props: {
          type: at % 2 === 0 ? 'window' : 'door',
          offset: 1,
          width: 0.8,
          height: 1.2,
          sill: at % 2 === 0 ? 0.9 : 0,
        },
      },
    ]);
    const bench = window.workbench.open();
    await bench.show({ nodes: Object.fromEntries([...walls, ...openings]) });
    window.workbench.drain(bench);
    Object.assign(window, { crowd: { bench, ids: walls.map(([id]) => id) } });
  }, WALLS);
}

/** Milliseconds until the walls are rebuilt, until they are drawn, and of building their geometry alone. */
type Times = { built: number; drawn: number; bare: number };

/**
 * Moves a corner that two walls share. The peer builds the geometry of the walls that changed from their outlines, which are
 * ready then.
 */
async function moveCorner(page: Page, turn: number): Promise<Times> {
  return await page.evaluate(async (number) => {
    const { drain, frame, takeFrameTimes, updateNodes, wallGeometry } = window.workbench;
    const { bench, ids } = (window as unknown as { crowd: Crowd }).crowd;
    const { editor } = bench;
    const at = (number * 37) % ids.length;
    const [wall = '', next = ''] = [ids[at], ids[(at + 1) % ids.length]];
    const corner = editor.scene.nodesOf('wall').find(([id]) => id === wall)?.[1].props.end ?? [0, 0];
    const to: [number, number] = [corner[0] * 1.001, corner[1] * 1.001];
    const patches = new Map([
      [wall, { props: { end: to } }],
      [next, { props: { start: to } }],
    ]);
    const { build } = wallGeometry;
    const shapes: Parameters<typeof build>[0][] = [];
    wallGeometry.build = (shape) => {
      shapes.push(shape);
      return build(shape);
    };
    drain(bench);
    takeFrameTimes();
    const startedAt = performance.now();
    editor.edit(() => updateNodes(editor.ydoc, patches));
    const built = performance.now() - startedAt;
    await frame();
    const drawn = built + takeFrameTimes().reduce((sum, time) => sum + time, 0);
    wallGeometry.build = build;
    if (shapes.length < 2) {
      throw new Error(`${shapes.length} walls were built`);
    }
    const bareStartedAt = performance.now();
    for (const shape of shapes) {
      build(shape).dispose();
    }
    return { built, drawn, bare: performance.now() - bareStartedAt };
  }, turn);
}

export const walls200: Row = {
  name: 'walls-200',
  what: `one corner of a room of ${WALLS} walls with ${WALLS / 2} openings is moved`,
  run: async () => {
    const { page, close } = await openWorkbench();
    try {
      await openRoom(page);
      const measured = await timesOfParts(
        ['built', 'bare', 'drawn'] as const,
        { warmUp: WARM_UP, turns: MOVES },
        (turn) => moveCorner(page, turn),
      );
      return {
        unit: 'ms',
        measured,
        goals: [
          atMost(
            'of building the changed walls alone',
            medianOf(measured, 'built') / medianOf(measured, 'bare'),
            15,
          ),
        ],
        notes: [
          'drawn: with the script of the frames that follow, in which a software renderer has its part',
        ],
      };
    } finally {
      await close();
    }
  },
};
