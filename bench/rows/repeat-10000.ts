import { openWorkbench } from '@diorama/web/test/open-workbench.ts';
import { openRepeat } from '../crowd.ts';
import type { Row } from '../row.ts';
import { measureViewport } from '../viewport.ts';

const COPIES = 10_000;
/** An edit of the source is one of all copies. */
const MOST_EDIT = 100;

export const repeat10000: Row = {
  name: 'repeat-10000',
  what: `the editor's viewport with a repeat of ${COPIES} copies of a box, which is selected and edited`,
  run: async () => {
    const { page, close } = await openWorkbench();
    try {
      const opening = await openRepeat(page, COPIES);
      return {
        ...(await measureViewport(page, { nodes: COPIES, kinds: 1 }, MOST_EDIT)),
        notes: [`opened in ${opening.toFixed(0)} ms; instanced and single: as many boxes of plain three.js`],
      };
    } finally {
      await close();
    }
  },
};
