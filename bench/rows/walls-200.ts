import { openWorkbench } from '@diorama/web/test/open-workbench.ts';
import type { Page } from 'playwright-core';
import type { Crowd } from '../crowd.ts';
import { summarise } from '../measure.ts';
import { atMost, medianOf, type Row } from '../row.ts';

const WALLS = 200;
const MOVES = 40;
const WARM_UP = 20;

/** Opens one room of `WALLS` walls in a ring. Every second wall has an opening. */
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

/**
 * Moves a corner that two walls share. Returns the milliseconds until both walls and their openings are
 * rebuilt, and until they are drawn.
 */
async function moveCorner(page: Page, turn: number): Promise<{ built: number; drawn: number }> {
  return await page.evaluate(async (number) => {
    const { drain, frame, takeFrameTimes, updateNodes } = window.workbench;
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
    drain(bench);
    takeFrameTimes();
    const startedAt = performance.now();
    editor.edit(() => updateNodes(editor.ydoc, patches));
    const built = performance.now() - startedAt;
    await frame();
    return { built, drawn: built + takeFrameTimes().reduce((sum, time) => sum + time, 0) };
  }, turn);
}

export const walls200: Row = {
  name: 'walls-200',
  what: `one corner of a room of ${WALLS} walls with ${WALLS / 2} openings is moved`,
  run: async () => {
    const { page, close } = await openWorkbench();
    try {
      await openRoom(page);
      const all: { built: number; drawn: number }[] = [];
      for (let turn = -WARM_UP; turn < MOVES; turn += 1) {
        const times = await moveCorner(page, turn + WARM_UP);
        if (turn >= 0) {
          all.push(times);
        }
      }
      const measured = (['built', 'drawn'] as const).map((name) =>
        summarise(
          name,
          all.map((times) => times[name]),
        ),
      );
      return {
        unit: 'ms',
        measured,
        goals: [atMost('ms a corner', medianOf(measured, 'built'), 4)],
        notes: [
          'drawn: with the script of the frames that follow, in which a software renderer has its part',
        ],
      };
    } finally {
      await close();
    }
  },
};
