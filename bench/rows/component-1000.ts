import { openWorkbench } from '@diorama/web/test/open-workbench.ts';
import type { Page } from 'playwright-core';
import type { Crowd } from '../crowd.ts';
import { timesOfParts } from '../measure.ts';
import { atMost, medianOf, type Row } from '../row.ts';

const INSTANCES = 1_000;
const EDITS = 40;
const WARM_UP = 20;

/** Shows so many instances of a component of four shapes. */
async function openInstances(page: Page): Promise<void> {
  await page.evaluate(async (count) => {
    const kinds = ['box', 'cylinder', 'sphere', 'cone'];
    const parts = kinds.map((kind, at) => [
      `part-${at}`,
      { kind, parent: 'chair', position: [0, at * 0.3, 0], scale: [0.3, 0.3, 0.3] },
    ]);
    const side = Math.ceil(Math.sqrt(count));
    const instances = Array.from({ length: count }, (_, at) => [
      `chair-${at}`,
      { kind: 'instance', position: [at % side, 0, Math.floor(at / side)], props: { component: 'chair' } },
    ]);
    const bench = window.workbench.open();
    await bench.show({
      nodes: { chair: { kind: 'component' }, ...Object.fromEntries([...parts, ...instances]) },
    });
    window.workbench.drain(bench);
    Object.assign(window, { crowd: { bench, ids: instances.map(([id]) => id) } });
  }, INSTANCES);
}

type Times = { moved: number; reshaped: number; drawn: number };

/** Moves a node of the component, then changes its size, each as one edit of the document. */
async function editComponent(page: Page, turn: number): Promise<Times> {
  return await page.evaluate(async (number) => {
    const { drain, frame, takeFrameTimes, updateNodes } = window.workbench;
    const { bench } = (window as unknown as { crowd: Crowd }).crowd;
    const { editor } = bench;
    const timeOf = (patch: object) => {
      drain(bench);
      const startedAt = performance.now();
      editor.edit(() => updateNodes(editor.ydoc, new Map([['part-1', patch]])));
      return performance.now() - startedAt;
    };
    const reshaped = timeOf({ props: { radius: 0.3 + (number % 10) / 100 } });
    drain(bench);
    takeFrameTimes();
    const moved = timeOf({ position: [0, 0.3 + (number % 7) / 100, 0] });
    await frame();
    const drawn = moved + takeFrameTimes().reduce((sum, time) => sum + time, 0);
    return { moved, reshaped, drawn };
  }, turn);
}

export const component1000: Row = {
  name: 'component-1000',
  what: `one field of a component of four shapes with ${INSTANCES} instances is edited`,
  run: async () => {
    const { page, close } = await openWorkbench();
    try {
      await openInstances(page);
      const measured = await timesOfParts(
        ['moved', 'reshaped', 'drawn'] as const,
        { warmUp: WARM_UP, turns: EDITS },
        (turn) => editComponent(page, turn),
      );
      return {
        unit: 'ms',
        measured,
        goals: [
          atMost('ms of script to move a shape', medianOf(measured, 'moved'), 16),
          atMost('ms of script to change a shape', medianOf(measured, 'reshaped'), 16),
        ],
        notes: [
          'drawn: with the script of the frame that follows, in which a software renderer has its part',
        ],
      };
    } finally {
      await close();
    }
  },
};
