import { openWorkbench } from '@diorama/web/test/open-workbench.ts';
import type { Page } from 'playwright-core';
import { type Crowd, closeCrowd, openCrowd } from '../crowd.ts';
import { ROUNDS, timesOfParts } from '../measure.ts';
import { atMost, medianOf, type Row } from '../row.ts';

const NODES = 5_000;
const CHOSEN = 1_000;

/** Script time until the result is drawn, in milliseconds. */
type Figures = { select: number; drag: number; move: number; undo: number };

async function measure(page: Page): Promise<Figures> {
  return await page.evaluate(async (count) => {
    const { drain, frame, takeFrameTimes, three } = window.workbench;
    const { bench, ids } = (window as unknown as { crowd: Crowd }).crowd;
    const { editor } = bench;
    const timed = async (run: () => void) => {
      await frame();
      drain(bench);
      takeFrameTimes();
      const startedAt = performance.now();
      run();
      const script = performance.now() - startedAt;
      await frame();
      return script + takeFrameTimes().reduce((sum, time) => sum + time, 0);
    };
    editor.selection.clear();
    const select = await timed(() => editor.selection.set(ids.slice(0, count)));
    editor.drag.start();
    const to = (x: number) => new three.Matrix4().makeTranslation(x, 0, 0);
    await timed(() => editor.drag.move(to(0.5)));
    const drag = await timed(() => editor.drag.move(to(1)));
    const move = await timed(() => editor.drag.commit(['position']));
    const undo = await timed(() => editor.history.undo());
    return { select, drag, move, undo };
  }, CHOSEN);
}

export const editor1000: Row = {
  name: 'editor-1000',
  what: `${CHOSEN} of ${NODES} things at once: selected, dragged by one step, put down, undone`,
  run: async () => {
    const { page, close } = await openWorkbench();
    try {
      await openCrowd(page, NODES);
      const measured = await timesOfParts(
        ['select', 'drag', 'move', 'undo'] as const,
        { warmUp: 1, turns: ROUNDS },
        () => measure(page),
      );
      await closeCrowd(page);
      return {
        unit: 'ms',
        measured,
        goals: (['select', 'move', 'undo'] as const).map((name) =>
          atMost(`${name} ms`, medianOf(measured, name), 100),
        ),
        notes: ['script until the result is drawn; drag is one move of the pointer'],
      };
    } finally {
      await close();
    }
  },
};
